// nested loops of constant bounds over arrays
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut m = [[0.0; 3]; 3];
        for r in 0..3 {
            for c in 0..3 {
                m[r][c] = x[(r + c) % x.len()] * (r as f64 + 1.0) + x[i];
            }
        }
        let mut sum = 0.0;
        for r in 0..3 {
            let mut row = 1.0;
            for c in 0..3 {
                row *= m[r][c] + m[c][r];
            }
            sum += row;
        }
        y[i] = sum;
    }
}
