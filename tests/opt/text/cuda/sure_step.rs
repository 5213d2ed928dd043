// A step that cannot overflow is a sum.
// has: n_p2 <= 9223372036854775807ull
use rustg_std::prelude::*;
#[kernel] pub fn k(first: usize, n: usize, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut sum = 0;
    for j in (first..n).step_by(3) { sum ^= j as u32; }
    if i < y.len() { y[i] = sum; }
}
