// An array that a loop of known rounds indexes is registers.
// has: ld.global.nc.b32
// lacks: .local
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i >= y.len() { return; }
    let mut w = [0u32; 24];
    for t in 0..8 { w[t] = x[t]; }
    for t in 8..24 { w[t] = w[t - 8].rotate_left(3) ^ w[t - 1]; }
    y[i] = w[23];
}
