// A column is stepped through by a pointer, with no product in the loop.
// has: +20];
// has: +8016];
// has: +24008];
// has: , 31984;
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 0u32;
    for l in 0..x.len() / 2000 { s ^= unsafe { *x.get_unchecked(l * 1999 + 5) }; }
    if i < y.len() { y[i] = s; }
}
