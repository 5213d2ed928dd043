// Whole warps shuffle as they are.
// has: __shfl_xor_sync
// lacks: rustg_there
use rustg_std::prelude::*;
#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {
    let v = warp::shuffle_xor(thread::idx_x(), 1);
    let i = thread::index();
    if i < y.len() { y[i] = v; }
}
