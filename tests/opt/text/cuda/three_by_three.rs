// Loops of three by three rounds are unrolled, but for one.
// has: k(
// lacks: for (;;)
// lacks: promoted
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    let mut sum = 0i32;
    for a in 0..=2 { for b in 0..=2 { if (a, b) == (1, 1) { continue; } sum ^= x[3 * a + b]; } }
    if i < y.len() { y[i] = sum; }
}
