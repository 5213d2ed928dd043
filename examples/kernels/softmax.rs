//! Softmax of each row, a block a row.
use rustg_std::prelude::*;

const BLOCK: usize = 128;

/// All threads get what `combine` makes of all their values, always in the same order.
fn reduce(values: &Shared<f32, BLOCK>, own: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    let rank = block::rank() as usize;
    block::sync();
    values.set(rank, own);
    block::sync();
    let mut half = BLOCK / 2;
    while half > 0 {
        if rank < half {
            values.set(rank, combine(values.get(rank), values.get(rank + half)));
        }
        block::sync();
        half /= 2;
    }
    values.get(0)
}

#[kernel(block = 128)]
pub fn softmax(columns: usize, x: &[f32], mut y: GridMut<f32>) {
    let shared = Shared::<f32, BLOCK>::new();
    let row = thread::block_idx_x() as usize;
    let rank = block::rank() as usize;
    let x = &x[row * columns..(row + 1) * columns];
    let most = x.iter().skip(rank).step_by(BLOCK).fold(f32::NEG_INFINITY, |m, v| m.max(*v));
    let most = reduce(&shared, most, f32::max);
    let sum: f32 = x.iter().skip(rank).step_by(BLOCK).map(|v| (v - most).exp()).sum();
    let sum = reduce(&shared, sum, |a, b| a + b);
    assert!((row + 1) * columns <= y.len());
    for column in (rank..columns).step_by(BLOCK) {
        // SAFETY: inside; a row is one block's, a column one thread's.
        unsafe { *y.get_unchecked_mut(row * columns + column) = (x[column] - most).exp() / sum };
    }
}
