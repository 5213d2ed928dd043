// A loop that meets at a barrier each round does not wait by reading.
// has: __syncthreads
// lacks: *(volatile u32 *)
use rustg_std::prelude::*;
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let s = Shared::<u32, 4>::new();
    s.set(0, 1);
    block::sync();
    while s.get(0) < 9 { block::sync(); s.set(0, s.get(0) + 1); block::sync(); }
    let i = thread::index();
    if i < y.len() { y[i] = s.get(2); }
}
