//! A matrix turned over its diagonal, tile by tile, so that both sides are read and written along rows.
use rustg_std::prelude::*;

const TILE: usize = 32;
const ROWS: usize = 8;
const PITCH: usize = TILE + 1; // no two rows of a column in one bank

#[kernel(block = (32, 8))]
pub fn transpose(width: usize, height: usize, from: &[f64], mut to: GridMut<f64>) {
    let tile = Shared::<f64, { TILE * PITCH }>::new();
    let (tx, ty) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let (left, top) = (thread::block_idx_x() as usize * TILE, thread::block_idx_y() as usize * TILE);
    for row in (ty..TILE).step_by(ROWS) {
        if left + tx < width && top + row < height {
            tile.set(row * PITCH + tx, from[(top + row) * width + left + tx]);
        }
    }
    block::sync();
    if to.len() < width * height {
        return;
    }
    for row in (ty..TILE).step_by(ROWS) {
        if top + tx < height && left + row < width {
            // SAFETY: inside; the tiles of blocks do not overlap, nor do their elements.
            unsafe { *to.get_unchecked_mut((left + row) * height + top + tx) = tile.get(tx * PITCH + row) };
        }
    }
}
