// A loop whose rounds nobody knows stays a loop.
// has: 99991
// lacks: .local
use rustg_std::prelude::*;
#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 7u32;
    for t in 0..n { s = s.wrapping_mul(99991) ^ t; }
    if i < y.len() { y[i] = s; }
}
