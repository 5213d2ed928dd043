// helper functions, generic and with closures, and a loop in one
use rustg_std::prelude::*;

fn power<const N: u32>(x: f64) -> f64 {
    let mut r = 1.0;
    for _ in 0..N {
        r *= x;
    }
    r
}
fn apply<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) + f(x * 0.5)
}
fn pick(x: f64, y: f64) -> f64 {
    if x < y {
        return x * y;
    }
    x / y
}

#[kernel(adjoint, tangent)]
pub fn f(a: f64, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let c = x[i];
        y[i] = apply(|v| power::<3>(v) * a + c, x[i]) + pick(x[i], a) + pick(a, y[i]);
    }
}
