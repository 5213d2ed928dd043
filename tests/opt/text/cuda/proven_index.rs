// An index that a condition proves.
// has: k(
// lacks: rustg_fail
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() && i < x.len() { y[i] = x[i]; }
}
