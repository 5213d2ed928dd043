// the result does not depend on how threads are cut into blocks
// length: 12
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let n = x.len();
        let at = i.get();
        let left = x[(at + n - 1) % n];
        let right = x[(at + 1) % n];
        y[i] = (left - 2.0 * x[at] + right) * x[at] + y[i] * y[i];
    }
}
