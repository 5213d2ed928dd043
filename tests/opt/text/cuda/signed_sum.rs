// A signed sum that a branch and a remainder bound.
// has: k(
// lacks: rustg_fail
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    if i < y.len() && i < x.len() {
        let v = x[i];
        y[i] = if v < -5 { v % 100 - 7 } else if v > 9 { v - 10 } else { v + 5 };
    }
}
