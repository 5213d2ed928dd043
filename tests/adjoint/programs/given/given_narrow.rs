// A function of an f32 and an f64 whose derivative its author gives.
// tolerance: 1e-6
// central: 1e-3
use rustg_std::prelude::*;

fn mixed_rule(x: f32, y: f64, d: f64) -> (f32, f64) {
    ((d * y) as f32, d * x as f64)
}

#[derivative(mixed_rule)]
fn mixed(x: f32, y: f64) -> f64 {
    f64::from_bits((x as f64 * y).to_bits())
}

#[kernel(adjoint, tangent)]
pub fn f(a: f64, x: &[f32], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = mixed(x[i] * x[i], a) * y[i];
    }
}
