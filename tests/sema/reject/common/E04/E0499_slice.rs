pub fn f(x: &mut [f32]) {
    let a = &mut x[0];
    let b = &mut x[1];
    *a = 1.0;
    *b = 2.0;
}
