pub fn f(n: u32) -> u32 {
    let mut x = 0;
    let r = &x;
    for i in 0..n {
        x = i;
    }
    *r
}
