pub fn f(x: &[f32]) {
    for v in x.iter_mut() {
        *v = 1.0;
    }
}
