pub fn f(x: &'a f32) -> &'a f32 {
    x
}
