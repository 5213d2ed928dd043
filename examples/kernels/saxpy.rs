//! y = a x + y, a grid's width at a time.
use rustg_std::prelude::*;

#[kernel(block = 128)]
pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
    for i in thread::grid_stride(y.len()) {
        y[i] += a * x[i];
    }
}
