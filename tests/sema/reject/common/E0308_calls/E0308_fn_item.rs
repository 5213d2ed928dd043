fn g() -> u32 {
    1
}
pub fn f() -> u32 {
    g
}
