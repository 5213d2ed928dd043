// What a glob imports is named with its crate.
use rustg_std::prelude::*;

#[kernel(block = 256)]
pub fn reverse(x: &[f32], mut y: GridMut<f32>) {
    let tile = Shared::<f32, 256>::new();
    let t = thread::idx_x();
    let i = thread::index();
    tile[t] = x[i]; //~ E0608 cannot index into a value of type `rustg_std::Shared<f32,
    block::sync();
    if i < y.len() {
        y[i] = tile.get(255 - t); //~ E0308 mismatched types
    }
}
