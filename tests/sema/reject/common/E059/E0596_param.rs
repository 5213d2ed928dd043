fn g(x: &mut f32) {
    *x += 1.0;
}
pub fn f(x: f32) -> f32 {
    g(&mut x);
    x
}
