// Two checks in a row are one branch.
// has: (q_p2 < x_len_p4)))
use rustg_std::prelude::*;
#[kernel] pub fn k(p: usize, q: usize, x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() { y[i] = x[p] ^ x[q]; }
}
