pub fn f(x: f32) -> f32 {
    let scale = 2.0;
    scale(x)
}
