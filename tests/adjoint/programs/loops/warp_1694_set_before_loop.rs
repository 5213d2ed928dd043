// a variable that is set before a loop of a dynamic number of rounds and used after it
// n: 4
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let scale = x[i] * x[i];
        let mut sum = 0.5;
        for k in 0..n {
            sum += scale * (k as f64 + 1.0);
        }
        y[i] = sum * scale;
    }
}
