// An array that a row of numbers indexes is registers, and so is a table of constants.
// has: 77001
// lacks: .local
// lacks: $g
use rustg_std::prelude::*;
const T: [u32; 3] = [77001, 5, 9];
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = thread::idx_x();
    for step in [1, 2, 4] { s = s.wrapping_mul(step + 1); }
    for t in T { s ^= t; }
    if i < y.len() { y[i] = s; }
}
