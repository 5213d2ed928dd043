// Steps of a slice's iterator.
// has: + 128ull
// lacks: 127ull
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let sum = x.iter().step_by(128).fold(0, |a: u32, v| a ^ v);
    if i < y.len() { y[i] = sum; }
}
