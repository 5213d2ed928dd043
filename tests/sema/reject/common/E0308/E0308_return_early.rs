pub fn f(x: f32) -> u32 {
    if x > 1.0 {
        return x;
    }
    0
}
