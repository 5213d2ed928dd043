// each thread reads all, and loops over the grid
// length: 9
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(w: &[f64], x: &[f64], mut y: GridMut<f64>) {
    for i in thread::grid_stride(y.len()) {
        let mut s = 0.0;
        for (k, v) in x.iter().enumerate() {
            s += v * w[(k + i.get()) % w.len()];
        }
        y[i] += s.tanh();
    }
}
