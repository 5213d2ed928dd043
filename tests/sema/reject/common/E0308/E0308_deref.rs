fn g(x: f32) -> f32 {
    x
}
pub fn f(x: &f32) -> f32 {
    g(x)
}
