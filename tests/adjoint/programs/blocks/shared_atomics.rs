// additions to elements that the block shares, of integers beside floats, of f32 and f64
// length: 26
// tolerance: 1e-4
// central: 5e-3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(at: &[u32], x: &[f64], z: &[f32], mut y: GridMut<f64>) {
    let sums = Shared::<f64, 8>::new();
    let narrow = Shared::<f32, 3>::new();
    let counts = Shared::<u32, 8>::new();
    let rank = block::rank() as usize;
    let n = thread::block_dim_x() as usize;
    let i = thread::index();
    for k in (rank..8).step_by(n) {
        sums.set(k, 0.25);
        counts.set(k, 0);
    }
    for k in (rank..3).step_by(n) {
        narrow.set(k, z[k]);
    }
    block::sync();
    let bin = at[i.get() % at.len()] as usize % 8;
    sums.atomic(bin).fetch_add(x[i.get() % x.len()] * narrow.get(bin % 3) as f64, Relaxed);
    counts.atomic(bin).fetch_add(1, Relaxed);
    block::sync();
    if i < y.len() {
        y[i] = y[i] * sums.get(bin) / counts.get(bin) as f64 + sums.get((bin + 1) % 8);
    }
}
