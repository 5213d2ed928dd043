pub fn f(p: (f32, f32)) -> f32 {
    p.2
}
