//! The kernel whose launches are counted.
use rustg_std::prelude::*;

/// y = a x + y.
#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] += a * x[i];
    }
}
