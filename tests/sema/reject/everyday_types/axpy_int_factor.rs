// A factor of another type.
use rustg_std::prelude::*;

#[kernel]
pub fn k(a: u32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = a * x[i.get()]; //~ E0277 cannot multiply `u32` by `f32`
    }
}
