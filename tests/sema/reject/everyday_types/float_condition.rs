// A number is no condition.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        if x[i.get()] { //~ E0308 mismatched types
            y[i] = 1.0;
        }
    }
}
