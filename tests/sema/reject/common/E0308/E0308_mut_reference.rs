fn g(x: &mut u32) {
    *x += 1;
}
pub fn f(mut x: u32) -> u32 {
    g(&x);
    x += 1;
    x
}
