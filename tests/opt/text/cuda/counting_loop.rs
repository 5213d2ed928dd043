// A loop that counts does not wait by reading.
// has: for (;;)
// lacks: *(volatile u32 *)
use rustg_std::prelude::*;
#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {
    let s = Shared::<u32, 4>::new();
    s.set(0, 1);
    let mut sum = 0;
    for j in 0..n { sum ^= s.get(0) + j; if s.get(1) > j { sum += 2; } }
    let i = thread::index();
    if i < y.len() { y[i] = sum; }
}
