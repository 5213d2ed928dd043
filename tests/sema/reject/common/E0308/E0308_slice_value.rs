pub fn f(x: &[f32]) -> f32 {
    let y: f32 = x;
    y
}
