//! Faster, less exact functions of f32, by name.

use crate::intrinsics as i;

pub fn sin(x: f32) -> f32 {
    unsafe { i::fast_sin(x) }
}

pub fn cos(x: f32) -> f32 {
    unsafe { i::fast_cos(x) }
}

pub fn exp(x: f32) -> f32 {
    unsafe { i::fast_exp(x) }
}

pub fn ln(x: f32) -> f32 {
    unsafe { i::fast_ln(x) }
}

pub fn div(x: f32, y: f32) -> f32 {
    unsafe { i::fast_div(x, y) }
}

pub fn rsqrt(x: f32) -> f32 {
    unsafe { i::rsqrt(x) }
}
