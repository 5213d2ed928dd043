// `name @ part` binds the part first, then the whole.
pub struct U;
#[derive(Clone, Copy)]
pub struct C;
pub struct Pair<A, B>(A, B);
pub fn both() {
    let _a @ _b = U; //~ E0382 use of moved value
    let _a @ (_b, _c) = (U, U); //~ E0382 use of partially moved value
}
pub fn of_param(_a @ _b: U) {} //~ E0382 use of moved value
pub fn of_slice() {
    match [U, U, U] {
        _xs @ [_a, .., _b] => {} //~ E0382 use of partially moved value
    }
}
pub fn copies() -> u32 {
    let _a @ Pair(_b, _c) = Pair(C, C);
    let a @ b = 3u32;
    a + b
}
