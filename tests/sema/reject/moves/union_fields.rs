// A union is moved as a whole, and a write to any field initializes it again.
use std::mem::ManuallyDrop;
struct N(u32);
union U {
    a: ManuallyDrop<N>,
    b: ManuallyDrop<N>,
    c: u32,
}
struct S {
    u: U,
    v: u32,
}
fn take<T>(_x: T) {}
pub unsafe fn another_field(x: U) {
    take(x.a);
    take(x.b); //~ E0382 use of moved value: `x`
}
pub unsafe fn copied_field(x: U) {
    take(x.c);
    take(x.b);
    take(x.c); //~ E0382 use of moved value: `x`
}
pub unsafe fn written_again(mut x: U) {
    take(x.b);
    x.c = 1;
    take(x.a);
}
pub unsafe fn never_set() {
    let mut x: U;
    x.c = 1; //~ E0381 partially assigned binding `x` isn't fully initialized
    take(x.a);
}
pub unsafe fn borrowed(x: U) {
    let _p = x.a;
    let _q = &x; //~ E0382 borrow of moved value: `x`
}
pub unsafe fn in_a_struct(s: S) {
    take(s.u.a);
    take(s.v);
    take(s.u.c); //~ E0382 use of moved value: `s.u`
}
