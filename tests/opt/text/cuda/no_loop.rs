// A kernel without loops does not wait by reading, with memory as large as the launch says.
// has: __syncthreads
// lacks: *(volatile u32 *)
use rustg_std::prelude::*;
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let s = DynShared::<u32>::new();
    s.set(0, 1);
    block::sync();
    let i = thread::index();
    if i < y.len() { y[i] = s.get(2); }
}
