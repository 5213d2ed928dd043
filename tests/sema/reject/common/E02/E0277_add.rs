pub fn f(a: u32, b: f32) -> u32 {
    a + b
}
