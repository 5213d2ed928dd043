// A long division asks whether the numbers are short.
// has: div.u64
// has: div.u32
use rustg_std::prelude::*;
#[kernel] pub fn k(n: u64, mut y: GridMut<u64>) {
    let i = thread::index();
    if i < y.len() && n > 0 { y[i] = i.get() as u64 / n; }
}
