pub fn f(a: u32) -> (u32, f32) {
    (a, a)
}
