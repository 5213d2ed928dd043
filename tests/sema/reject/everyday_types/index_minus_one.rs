// An index that may be below zero.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let left: i32 = i.get() as i32 - 1;
    if i < y.len() {
        y[i] = x[left]; //~ E0277 the type `[f32]` cannot be indexed by `i32`
    }
}
