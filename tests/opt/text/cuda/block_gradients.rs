// Gradients of what a block reads in a loop are summed for 32 rounds.
// has: __shfl_xor_sync
// has: & 31u
// lacks: rustg_there
use rustg_std::prelude::*;
#[kernel(adjoint)] pub fn k(n: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let mut sum = 0.0;
    for j in 0..n as usize { sum += x[j].sin(); }
    if i < y.len() { y[i] = sum; }
}
