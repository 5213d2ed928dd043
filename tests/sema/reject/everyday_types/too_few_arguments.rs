// A call with one argument too few.
fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}
fn half(a: f32, b: f32) -> f32 {
    lerp(a, b) //~ E0061 this function takes 3 arguments but 2 arguments were supplied
}
