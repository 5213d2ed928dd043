//! One level of a fast Fourier transform: butterflies of decimation in time.
use rustg_std::prelude::*;
use std::f64::consts::PI;

/// half: how far a butterfly's two ends are apart. Each thread makes the element whose number it holds.
#[kernel]
pub fn fft_level(half: usize, x: &[Complex<f64>], mut y: GridMut<Complex<f64>>) {
    let i = thread::index();
    if i < x.len() && x.len() == y.len() {
        let k = i.get() % half;
        let upper = i.get() & half == 0;
        let (a, b) = if upper { (i.get(), i.get() + half) } else { (i.get() - half, i.get()) };
        let angle = -PI * k as f64 / half as f64;
        let twiddled = x[b] * Complex::from_polar(1.0, angle);
        y[i] = if upper { x[a] + twiddled } else { x[a] - twiddled };
    }
}

/// The order that the first level wants: numbers with their bits turned round.
#[kernel]
pub fn fft_reorder(bits: u32, x: &[Complex<f64>], mut y: GridMut<Complex<f64>>) {
    for i in thread::grid_stride(y.len()) {
        y[i] = x[i.get().reverse_bits() >> (usize::BITS - bits)];
    }
}
