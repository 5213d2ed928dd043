fn g(x: &[f32]) -> f32 {
    x[0]
}
pub fn f(x: [f32; 4]) -> f32 {
    g(x)
}
