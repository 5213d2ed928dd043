fn g(a: f32, n: u32) -> f32 {
    a + n as f32
}
pub fn f() -> f32 {
    g()
}
