fn square(x: f32) -> f32 {
    x * x
}
pub fn f(x: f32) -> f32 {
    sqare(x)
}
