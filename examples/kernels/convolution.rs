//! A row of samples against a small filter; the block's samples and their neighbours wait in shared memory.
use rustg_std::prelude::*;

const BLOCK: usize = 128;

fn convolve<const N: usize>(filter: [f32; N], tile: &Shared<f32, { BLOCK + 8 }>, at: usize) -> f32 {
    let mut sum = 0.0;
    for (k, f) in filter.iter().enumerate() {
        sum += f * tile.get(at + k);
    }
    sum
}

#[kernel(block = 128)]
pub fn convolution(x: &[f32], mut y: GridMut<f32>) {
    let tile = Shared::<f32, { BLOCK + 8 }>::new();
    let rank = block::rank() as usize;
    let first = thread::block_idx_x() as usize * BLOCK;
    for k in (rank..BLOCK + 8).step_by(BLOCK) {
        let at = (first + k).checked_sub(4);
        tile.set(k, at.and_then(|at| x.get(at)).copied().unwrap_or_default());
    }
    block::sync();
    let i = thread::index();
    if i < y.len() {
        let narrow = convolve([0.25, 0.5, 0.25], &tile, rank + 3);
        let wide = convolve([0.0625, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.0625], &tile, rank);
        y[i] = narrow - wide;
    }
}
