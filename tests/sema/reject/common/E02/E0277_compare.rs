pub fn f(a: f32, n: u32) -> bool {
    a < n
}
