pub fn f(x: &mut [f32]) -> f32 {
    let a = &x[0];
    x[1] = 2.0;
    let b = &mut x[2];
    *b = 1.0;
    *a
}
