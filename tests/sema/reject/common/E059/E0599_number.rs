pub fn f(x: f32) -> f32 {
    x.sqroot()
}
