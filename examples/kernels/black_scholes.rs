//! Prices of European options by Black and Scholes.
use rustg_std::prelude::*;
use std::f32::consts::FRAC_1_SQRT_2;

/// The integral of the normal distribution, by Abramowitz and Stegun 7.1.26.
fn normal(x: f32) -> f32 {
    const A: [f32; 5] = [0.254_829_6, -0.284_496_72, 1.421_413_8, -1.453_152, 1.061_405_4];
    let z = x.abs() * FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    let erf = 1.0 - poly * (-z * z).exp();
    0.5 * (1.0 + erf.copysign(x))
}

#[kernel]
pub fn black_scholes(
    rate: f32,
    volatility: f32,
    spot: &[f32],
    strike: &[f32],
    years: &[f32],
    mut call: GridMut<f32>,
    mut put: GridMut<f32>,
) {
    let i = thread::index();
    if i >= spot.len() {
        return;
    }
    let (s, k, t) = (spot[i], strike[i], years[i]);
    let spread = volatility * t.sqrt();
    let d1 = ((s / k).ln() + (rate + 0.5 * volatility * volatility) * t) / spread;
    let d2 = d1 - spread;
    let discounted = k * (-rate * t).exp();
    let (n1, n2) = (normal(d1), normal(d2));
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0 - n2) - s * (1.0 - n1);
}
