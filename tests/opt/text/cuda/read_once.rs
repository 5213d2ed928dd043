// Stores leave no cache free where nothing is read twice.
// has: k(
// lacks: __stcs(
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let mut sum = 0.0;
    for v in x { sum += v; }
    for i in thread::grid_stride(y.len()) { y[i] = sum; }
}
