// Shared memory of another type.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let tile = Shared::<u32, 64>::new();
    let i = thread::index();
    tile.set(thread::idx_x() as usize, x[i.get()]); //~ E0308 mismatched types
    block::sync();
    if i < y.len() {
        y[i] = tile.get(0); //~ E0308 mismatched types
    }
}
