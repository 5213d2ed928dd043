// a float atomic addition, whose result nobody reads
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], sums: &[Atomic<f64>], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        sums[i.get() % 2].fetch_add(x[i] * y[i], Relaxed);
        y[i] = x[i] * x[i];
    }
}
