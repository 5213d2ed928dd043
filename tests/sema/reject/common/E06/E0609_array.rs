pub fn f(x: [f32; 4]) -> f32 {
    x.0
}
