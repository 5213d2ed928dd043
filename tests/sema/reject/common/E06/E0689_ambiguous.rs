pub fn f() -> f32 {
    2.0.sqrt()
}
