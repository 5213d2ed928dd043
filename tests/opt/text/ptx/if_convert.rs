// A branch that only chooses, and a remainder beside its quotient.
// has: selp.b32
// has: div.u32
// lacks: rem.u32
use rustg_std::prelude::*;
#[kernel] pub fn k(n: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = thread::idx_x();
    if s > 77 { s ^= 5; } else { s += 3; }
    if i < y.len() && n > 0 { y[i] = (s % n) << 8 ^ s / n; }
}
