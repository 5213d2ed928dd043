// Halves are not added to floats, and not cast.
use rustg_std::prelude::*;

#[kernel]
pub fn halves(x: &[f16], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let h = x[i] + 1.0; //~ E0308 mismatched types
        let s: f32 = x[i] as f32; //~ E0605 non-primitive cast: `rustg_std::f16` as `f32`
        y[i] = x[i].to_f32() + h; //~ E0277 cannot add `rustg_std::f16` to `f32`
        let b = bf16::from_f32(x[i]); //~ E0308 mismatched types
    }
}
