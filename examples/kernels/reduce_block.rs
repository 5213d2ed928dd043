//! The sum of each block's elements, in shared memory: one number a block.
use rustg_std::prelude::*;

const BLOCK: usize = 256;

#[kernel(block = 256)]
pub fn reduce_block(x: &[f32], mut sums: GridMut<f32>) {
    let partial = Shared::<f32, BLOCK>::new();
    let rank = block::rank() as usize;
    let mut sum = 0.0;
    for i in thread::grid_stride(x.len()) {
        sum += x[i];
    }
    partial.set(rank, sum);
    block::sync();
    let mut half = BLOCK / 2;
    while half > 0 {
        if rank < half {
            partial.set(rank, partial.get(rank) + partial.get(rank + half));
        }
        block::sync();
        half /= 2;
    }
    if rank == 0 {
        let block = thread::block_idx_x() as usize;
        if block < sums.len() {
            // SAFETY: the block's first thread alone writes the block's number.
            unsafe { *sums.get_unchecked_mut(block) = partial.get(0) };
        }
    }
}
