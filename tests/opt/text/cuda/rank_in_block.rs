// A rank is less than the block's threads, and the sums of 32-bit numbers fit 64.
// has: rustg_fail(kernel, 1u
// lacks: volatile
// lacks: >= 128
// lacks: mul_overflows_u64
// lacks: rustg_sub_overflows
use rustg_std::prelude::*;
#[kernel(block = 128)] pub fn k(n: u32, mut y: GridMut<u32>) {
    let s = Shared::<u32, 128>::new();
    let r = block::rank() as usize;
    s.set(r, n);
    block::sync();
    let i = thread::index();
    if i < y.len() { y[i] = s.get(127 - r) + (n as usize * 7 + r) as u32; }
}
