fn pick<'a>(x: &'a mut [f32], i: usize) -> &'a mut f32 {
    &mut x[i]
}
pub fn f(x: &mut [f32]) -> f32 {
    let a = pick(x, 0);
    let b = pick(x, 1);
    *a + *b
}
