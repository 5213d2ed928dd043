// A test before a loop stands for the checks in it.
// has: (n_p1 - 1ull) < x_len_p3
use rustg_std::prelude::*;
#[kernel] pub fn k(n: usize, x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut sum = 0;
    for j in 0..n { sum ^= x[j]; }
    if i < y.len() { y[i] = sum; }
}
