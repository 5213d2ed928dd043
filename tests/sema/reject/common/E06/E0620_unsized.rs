pub fn f(x: &[f32; 2]) -> f32 {
    let y = x as [f32];
    y[0]
}
