// in each round one array in shared memory is filled from another, behind a barrier, so that neither stands for itself alone
// length: 96
// threads: 96
// rounds: 3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(rounds: u32, x: &[f64], mut y: GridMut<f64>) {
    let a = Shared::<f64, 128>::new();
    let b = Shared::<f64, 128>::new();
    let (t, size) = (thread::idx_x() as usize, thread::block_dim_x() as usize);
    let i = thread::index();
    let mut sum = 0.0;
    for r in 0..rounds as usize {
        a.set(t, x[(i.get() * 5 + r) % x.len()]);
        block::sync();
        b.set(t, a.get(size - 1 - t) * 2.0 + 0.25);
        block::sync();
        let w = b.get((t + 1) % size);
        sum += w * w;
        block::sync();
    }
    if i < y.len() {
        y[i] = sum;
    }
}
