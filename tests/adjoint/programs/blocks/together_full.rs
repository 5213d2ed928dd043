// a block that has no memory for the sum of what all its threads add
// length: 64
// columns: 64
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, block = 64)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let tile = Shared::<f64, 3072>::new();
    let t = thread::idx_x() as usize;
    tile.set(t, x[t]);
    block::sync();
    let v = tile.get((t + 1) % 64) * x[3];
    let i = thread::index();
    if i < y.len() {
        y[i] = v;
    }
}
