// Warps some of whose lanes have returned ask which lanes are there.
// has: rustg_there
use rustg_std::prelude::*;
#[kernel(block = 64)] pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    if i >= y.len() { return; }
    y[i] = warp::shuffle_xor(thread::idx_x(), 1);
}
