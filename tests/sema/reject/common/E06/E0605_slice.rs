pub fn f(x: &[f32]) -> *const u32 {
    x as *const u32
}
