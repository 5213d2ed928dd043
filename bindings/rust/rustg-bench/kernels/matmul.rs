//! c = a b for square matrices, row after row.
use rustg_std::prelude::*;

/// A thread for 16 numbers of a row. n16: columns by 16; b and c: rows of 16.
#[kernel]
pub fn matmul_rows(n16: usize, k: usize, a: &[f32], b: &[[f32; 16]], mut c: GridMut<[f32; 16]>) {
    let i = thread::index();
    if i < c.len() {
        let (row, column) = (i.get() / n16, i.get() % n16);
        let mut sums = [0.0f32; 16];
        for j in 0..k {
            let x = a[row * k + j];
            let y = b[j * n16 + column];
            let mut t = 0;
            while t < 16 {
                sums[t] += x * y[t];
                t += 1;
            }
        }
        c[i] = sums;
    }
}

const TILE: usize = 64;
const DEEP: usize = 16;

/// A block of 16 times 16 threads for 64 times 64 numbers, 4 times 4 a thread; n is a multiple of 64. `c` holds them as the threads
/// do: 4 times 4 numbers each, block after block.
#[kernel(block = 256)]
pub fn matmul_tiles(n: usize, a: &[f32], b: &[f32], mut c: GridMut<[[f32; 4]; 4]>) {
    let a_tile = Shared::<f32, { TILE * DEEP }>::new();
    let b_tile = Shared::<f32, { TILE * DEEP }>::new();
    let rank = thread::idx_x() as usize;
    let (x, y) = (rank % 16, rank / 16);
    let tiles = n / TILE;
    let (row, column) = (thread::block_idx_x() as usize / tiles * TILE, thread::block_idx_x() as usize % tiles * TILE);
    let mut sums = [[0.0f32; 4]; 4];
    let mut at = 0;
    while at < n {
        let mut part = rank;
        while part < TILE * DEEP {
            let (r, d) = (part / DEEP, part % DEEP);
            a_tile.set(d * TILE + r, a[(row + r) * n + at + d]);
            b_tile.set(part, b[(at + part / TILE) * n + column + part % TILE]);
            part += 256;
        }
        block::sync();
        for d in 0..DEEP {
            let mut left = [0.0f32; 4];
            let mut right = [0.0f32; 4];
            for t in 0..4 {
                left[t] = a_tile.get(d * TILE + y * 4 + t);
                right[t] = b_tile.get(d * TILE + x + t * 16);
            }
            for r in 0..4 {
                for t in 0..4 {
                    sums[r][t] += left[r] * right[t];
                }
            }
        }
        block::sync();
        at += DEEP;
    }
    let i = thread::index();
    if i < c.len() {
        c[i] = sums;
    }
}
