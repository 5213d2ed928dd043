// An iterator over either of two arguments stays in its memory.
// has: ld.global.nc.b32
// lacks: ld.relaxed
use rustg_std::prelude::*;
#[kernel] pub fn k(n: u32, a: &[u32], b: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 0u32;
    for v in if n > thread::idx_x() { a } else { b } { s ^= v; }
    if i < y.len() { y[i] = s; }
}
