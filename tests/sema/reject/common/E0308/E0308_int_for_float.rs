pub fn f(x: &mut [f32]) {
    x[0] = 1;
}
