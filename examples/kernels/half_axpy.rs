//! Numbers of 16 bits: stored so, computed with in f32.
use rustg_std::prelude::*;

#[kernel]
pub fn half_axpy(a: f32, x: &[f16], mut y: GridMut<f16>, mut z: GridMut<bf16>) {
    let i = thread::index();
    if i < y.len() {
        let sum = a.mul_add(x[i].to_f32(), y[i].to_f32());
        y[i] = f16::from_f32(sum) + x[i] * f16::from_f32(0.5);
        z[i] = bf16::from_f32(sum) / bf16::from_f32(3.0);
    }
}
