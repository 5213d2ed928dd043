pub fn f() -> u32 {
    let mut x = 1;
    let r = &x;
    x = 2;
    *r
}
