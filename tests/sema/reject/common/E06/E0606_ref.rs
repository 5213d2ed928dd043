pub fn f(x: &f32) -> usize {
    x as usize
}
