const T: [u32; 3] = [1, 2, 3];
const X: u32 = T[3];
pub fn f() -> u32 {
    X
}
