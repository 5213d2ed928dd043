// An array by an index that nobody knows stays in memory.
// has: .local .align 8 .b8 $v1[24]
// has: ld.local.b32
use rustg_std::prelude::*;
#[kernel] pub fn k(n: usize, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut w = [1u32; 6];
    for t in 1..6 { w[t] = w[t - 1] * 3; }
    if i < y.len() { y[i] = w[n % 6]; }
}
