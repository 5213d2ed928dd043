// A number of a local's bytes is one load, if nothing writes between.
// has: ld.local.b32
// lacks: ld.local.u8
use rustg_std::prelude::*;
#[kernel] pub fn k(n: usize, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut b = [0u8; 8];
    b[n % 8] = 9;
    let s = u32::from_be_bytes([b[4], b[5], b[6], b[7]]);
    if i < y.len() { y[i] = s; }
}
