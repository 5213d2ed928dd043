//! Products of all types, layouts and sizes, without tensor cores. A block has a tile of 16 PER rows and columns, and a
//! thread PER by PER of its elements, 16 apart.
use crate::product_numbers::{Job, Number, Sum, finish};
use rustg_std::prelude::*;

const DEPTH: usize = 8;
/// Elements from one k to the next in shared memory, for the largest PER.
const STRIDE: usize = 16 * 8 + 4;

/// Brings a tile: `side` elements beside each other in each of DEPTH. Neighbours in memory are brought by neighbours.
unsafe fn bring<S: Sum, T: Number<S>>(
    tile: *mut S,
    from: *const T,
    job_k: u64,
    first: (u64, u64),
    limit: u64,
    stride: (u64, u64),
    side: usize,
) {
    let me = thread::idx_x() as usize;
    for e in (me..side * DEPTH).step_by(256) {
        let (row, k) = if stride.1 == 1 { (e / DEPTH, e % DEPTH) } else { (e % side, e / side) };
        let (at_row, at_k) = (first.0 + row as u64, first.1 + k as u64);
        let x = if at_row < limit && at_k < job_k {
            unsafe { (*from.add((at_row * stride.0 + at_k * stride.1) as usize)).widen() }
        } else {
            S::ZERO
        };
        unsafe { *tile.add(k * STRIDE + row) = x };
    }
}

/// # Safety
/// The matrices are as the job says, and nobody else uses C.
#[kernel(block = 256)]
pub unsafe fn general<S: Sum, T: Number<S>, U: Number<S>, const PER: usize>(
    job: Job,
    a: *const T,
    b: *const T,
    c: *mut U,
    bias: *const U,
) {
    let memory = Shared::<u128, { DEPTH * STRIDE }>::new(); // two tiles of at most 8 bytes an element
    let left = memory.as_ptr() as *mut S;
    let right = left.wrapping_add(DEPTH * STRIDE);
    let (x, y) = (thread::idx_x() as usize % 16, thread::idx_x() as usize / 16);
    let side = 16 * PER;
    let wide = job.n.div_ceil(side as u64);
    let tile = thread::block_idx_x() as u64;
    let (row, column) = (tile / wide * side as u64, tile % wide * side as u64);
    let mut batch = thread::block_idx_y() as u64;
    while batch < job.n_batch {
        // SAFETY: elements inside of the matrices only.
        unsafe {
            let (a, b) = (a.add((batch * job.a_batch) as usize), b.add((batch * job.b_batch) as usize));
            let mut sums = [[S::ZERO; PER]; PER];
            let mut k = 0;
            while k < job.k {
                bring(left, a, job.k, (row, k), job.m, (job.a_row, job.a_column), side);
                bring(right, b, job.k, (column, k), job.n, (job.b_column, job.b_row), side);
                block::sync();
                for d in 0..DEPTH {
                    let lefts: [S; PER] = core::array::from_fn(|i| *left.add(d * STRIDE + y + 16 * i));
                    let rights: [S; PER] = core::array::from_fn(|j| *right.add(d * STRIDE + x + 16 * j));
                    for i in 0..PER {
                        for j in 0..PER {
                            sums[i][j] = lefts[i].by_plus(rights[j], sums[i][j]);
                        }
                    }
                }
                block::sync();
                k += DEPTH as u64;
            }
            // A row of sums at a time goes through this thread's own places: what follows stands there once a row.
            let mine = left.add(thread::idx_x() as usize);
            for i in 0..PER {
                for j in 0..PER {
                    *mine.add(256 * j) = sums[i][j];
                }
                let at_row = row + (y + 16 * i) as u64;
                let mut at_column = column + x as u64;
                let mut j = 0;
                while j < PER && at_row < job.m && at_column < job.n {
                    let at = c.add((batch * job.c_batch + at_row * job.c_row + at_column) as usize);
                    let bias = bias.wrapping_add(at_column as usize);
                    *at = finish(&job, *mine.add(256 * j), at as *const U, bias);
                    at_column += 16;
                    j += 1;
                }
            }
            block::sync();
        }
        batch += thread::grid_dim_y() as u64;
    }
}
