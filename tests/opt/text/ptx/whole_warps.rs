// Whole warps shuffle as they are.
// has: shfl.sync.bfly.b32 %$r6, %$r4, 4, 31, -1
// lacks: vote.sync
use rustg_std::prelude::*;
#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {
    let v = warp::shuffle_xor(thread::idx_x(), 4);
    let i = thread::index();
    if i < y.len() { y[i] = v; }
}
