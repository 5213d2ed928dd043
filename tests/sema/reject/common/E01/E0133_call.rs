unsafe fn g(x: *const f32) -> f32 {
    unsafe { *x }
}
pub fn f(x: *const f32) -> f32 {
    g(x) + *x
}
