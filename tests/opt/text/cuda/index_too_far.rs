// An index that is one too far.
// has: rustg_fail(
// lacks: rustg_add_overflows
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() && i < x.len() { y[i] = x[i.get() + 1]; }
}
