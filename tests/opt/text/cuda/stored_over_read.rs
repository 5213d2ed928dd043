// What is written over what was read stays in the cache.
// has: k(
// lacks: __stcs(
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let mut sum = 0.0;
    for v in x { sum += v; }
    for i in thread::grid_stride(y.len()) { y[i] = y[i] + x[i.get()] / sum; }
}
