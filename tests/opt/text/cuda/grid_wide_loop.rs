// A loop by the width of the grid, which C does in one round.
// has: rustg_add_overflows
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    for i in thread::grid_stride(y.len()) { y[i] = x[i.get()]; }
}
