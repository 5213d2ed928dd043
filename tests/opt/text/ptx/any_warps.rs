// Warps of a block of any size ask which lanes are there.
// has: vote.sync.ballot
use rustg_std::prelude::*;
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let v = warp::shuffle_xor(thread::idx_x(), 4);
    let i = thread::index();
    if i < y.len() { y[i] = v; }
}
