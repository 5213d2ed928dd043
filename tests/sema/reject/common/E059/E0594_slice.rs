pub fn f(x: &[f32]) {
    x[0] = 1.0;
}
