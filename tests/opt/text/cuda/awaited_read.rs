// A loop that waits for another thread reads again.
// has: *(volatile u32 *)
use rustg_std::prelude::*;
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let s = Shared::<u32, 4>::new();
    s.set(0, 1);
    while s.get(1) == 0 {}
    let i = thread::index();
    if i < y.len() { y[i] = s.get(2); }
}
