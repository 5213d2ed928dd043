//! Kernels whose adjoints have launch functions too.
use rustg_std::prelude::*;

/// A struct with a number that has gradients and one that has none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// A number.
    pub x: f32,
    /// A count.
    pub n: u32,
}

/// Scales numbers by those of weights.
#[kernel(adjoint, tangent)]
pub fn stretched(by: Weight, a: f64, weights: &[Weight], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a * (weights[i].x * by.x) as f64 * y[i] * y[i] * by.n as f64;
    }
}

/// Does steps, which its adjoint keeps on a tape.
#[kernel(adjoint)]
pub fn stepped(n: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut v = x[i];
        for _ in 0..n {
            v = v * v;
        }
        y[i] = v;
    }
}
