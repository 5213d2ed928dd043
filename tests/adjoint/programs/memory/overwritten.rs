// what is written and read again in place
// n: 4
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        for k in 0..n {
            y[i] = y[i] * x[i] + x[k as usize % x.len()];
            if k == 1 {
                y[i] = 0.75 * x[i];
            }
        }
        y[i] *= y[i];
    }
}
