// each thread adds its column, element by element, to sums that all threads share, in a loop of dynamic length
// length: 12
// order: any
// n: 4
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(n: u32, scale: f64, x: &[f64], sums: &[Atomic<f64>], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut decay = 1.0;
        for j in 0..n as usize {
            sums[j].fetch_add(decay * x[(i.get() + j) % x.len()], Relaxed);
            decay *= scale * y[i];
        }
        y[i] = decay;
    }
}
