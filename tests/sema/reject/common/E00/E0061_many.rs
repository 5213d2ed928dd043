fn g(a: f32, b: f32) -> f32 {
    a + b
}
pub fn f(x: f32) -> f32 {
    g(x, x, x)
}
