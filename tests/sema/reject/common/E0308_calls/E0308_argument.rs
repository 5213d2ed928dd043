fn g(_x: f32) {}

pub fn f(a: f64) {
    g(a);
}
