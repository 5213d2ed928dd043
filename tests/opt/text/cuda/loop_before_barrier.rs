// A loop over grid_stride before a barrier.
// has: k(
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let all = Shared::<u32, 1024>::new();
    let r = block::rank() as usize;
    let mut sum = 0;
    for i in thread::grid_stride(x.len()) { sum ^= x[i]; }
    all.set(r, sum);
    block::sync();
    let i = thread::index();
    if i < y.len() { y[i] = all.get(r ^ 1); }
}
