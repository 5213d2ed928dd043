//! Kernels of a program in C, whose factor is of a module.
use rustg_std::prelude::*;

mod factor;

/// y = FACTOR * x + shift
#[kernel]
pub fn scale(shift: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = factor::FACTOR * x[i] + shift;
    }
}
