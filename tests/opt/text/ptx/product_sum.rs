// A sum of products does four rounds at a time, which differ by offsets.
// has: +4];
// has: +8];
// has: +12];
// lacks: strip
use rustg_std::prelude::*;
#[kernel] pub fn k(n: usize, r: usize, x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 0u32;
    for l in 0..n { s = s.wrapping_add(x[r.wrapping_add(l)].wrapping_mul(31)); }
    if i < y.len() { y[i] = s; }
}
