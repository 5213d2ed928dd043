// Stores leave the cache to what is read again.
// has: st.global.cs.b32
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let mut sum = 0.0;
    for v in x { sum += v; }
    for i in thread::grid_stride(y.len()) { y[i] = x[i.get()] / sum; }
}
