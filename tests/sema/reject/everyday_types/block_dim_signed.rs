// Sizes are u32, an index is usize.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let j: usize = thread::block_idx_x() * thread::block_dim_x() + thread::idx_x(); //~ E0308 mismatched types
    if i < y.len() {
        y[i] = x[j];
    }
}
