// gradients of gradients in blocks of a given shape: rows and columns that read the same elements, a parameter by value
// length: 64
// columns: 8
// rows: 8
// tape: none
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint, block = (8, 8))]
pub fn f(s: f64, x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let (column, row) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let mut sum = s;
    for l in 0..8 {
        sum += x[column + 8 * l] * z[l + 8 * row];
    }
    for l in 0..8 {
        sum += x[l] * x[row] / (z[l * 8 + column] + s);
    }
    if i < y.len() {
        let own = y[i];
        y[i] = (sum * 0.1).sin() * sum.abs().ln() + own * own * s;
    }
}
