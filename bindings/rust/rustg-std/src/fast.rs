//! Faster, less exact functions of f32, by name. On the CPU they are the exact ones.

/// The sine.
pub fn sin(x: f32) -> f32 {
    x.sin()
}

/// The cosine.
pub fn cos(x: f32) -> f32 {
    x.cos()
}

/// e to the power x.
pub fn exp(x: f32) -> f32 {
    x.exp()
}

/// The natural logarithm.
pub fn ln(x: f32) -> f32 {
    x.ln()
}

/// x over y.
pub fn div(x: f32, y: f32) -> f32 {
    x / y
}

/// One over the square root.
pub fn rsqrt(x: f32) -> f32 {
    1.0 / x.sqrt()
}
