use rustg_std::prelude::*;

#[kernel]
pub fn k(mut y: GridMut<f32>) {
    y[3usize] = 1.0; //~ E0308 mismatched types
}
