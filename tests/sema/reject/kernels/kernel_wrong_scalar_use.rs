use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = x[i] + 1; //~ E0277 cannot add `{integer}` to `f32`
}
