//! c = a + b.
use rustg_std::prelude::*;

#[kernel]
pub fn vector_add(a: &[f32], b: &[f32], mut c: GridMut<f32>) {
    let i = thread::index();
    if i < c.len() {
        c[i] = a[i] + b[i];
    }
}
