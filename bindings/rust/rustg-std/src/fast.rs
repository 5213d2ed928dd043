//! Faster, less exact functions of f32, by name. On the CPU they are the exact ones. This file is also one of kernels' library.

use crate::intrinsics as i;

/// The sine.
pub fn sin(x: f32) -> f32 {
    unsafe { i::fast_sin(x) }
}

/// The cosine.
pub fn cos(x: f32) -> f32 {
    unsafe { i::fast_cos(x) }
}

/// e to the power x.
pub fn exp(x: f32) -> f32 {
    unsafe { i::fast_exp(x) }
}

/// The natural logarithm.
pub fn ln(x: f32) -> f32 {
    unsafe { i::fast_ln(x) }
}

/// x over y.
pub fn div(x: f32, y: f32) -> f32 {
    unsafe { i::fast_div(x, y) }
}

/// One over the square root.
pub fn rsqrt(x: f32) -> f32 {
    unsafe { i::rsqrt(x) }
}
