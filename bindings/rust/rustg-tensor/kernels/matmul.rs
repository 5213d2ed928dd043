//! C = A B, for each of several matrices, in two ways that make the same bits: each sum runs over k in order. A and B have strides,
//! so a transposed or broadcast operand needs no copy.
//!
//! For GPUs by tiles in shared memory: a block makes 64 by 64 elements of C, a thread 4 by 4 of them; of large matrices 128 by 128, and
//! 8 by 8. For the CPU by strips of rows, without barriers: there, the threads of a block that meets each need a stack.
use rustg_std::prelude::*;
use std::ops::{Add, Mul};

/// Threads along a side of a block.
pub const SIDE: usize = 16;
const DEPTH: usize = 16;
/// Rows and columns of C that a thread makes, `SIDE` apart: a block makes `SIDE` times as many.
pub const OWN: usize = 4;
/// The same, for large matrices.
pub const OWN_LARGE: usize = 8;

/// Sides: C has m rows and n columns, A has k columns. Strides of A and B in elements: from matrix to matrix, row to row, column to
/// column. A tile has AREA elements of A, and of B.
fn product<T: Plain + Default + Add<Output = T> + Mul<Output = T>, const OWN: usize, const AREA: usize>(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[T],
    b: &[T],
    mut c: GridMut<T>,
) {
    let tile_a = Shared::<T, AREA>::new();
    let tile_b = Shared::<T, AREA>::new();
    let [m, n, k] = sides.map(|side| side as usize);
    let [a_matrix, a_row, a_column] = a_strides.map(|stride| stride as usize);
    let [b_matrix, b_row, b_column] = b_strides.map(|stride| stride as usize);
    let (x, y, rank) = (thread::idx_x() as usize, thread::idx_y() as usize, block::rank() as usize);
    // one more than the tile: threads that write a column of it meet different banks
    let (tile, pitch) = (SIDE * OWN, SIDE * OWN + 1);
    let matrix = thread::block_idx_z() as usize;
    let first_row = thread::block_idx_y() as usize * tile;
    let first_column = thread::block_idx_x() as usize * tile;
    let mut sums = [[T::default(); OWN]; OWN];
    for first in (0..k).step_by(DEPTH) {
        for part in 0..OWN {
            let at = part * SIDE * SIDE + rank;
            // neighbouring threads read neighbouring elements, whichever way the matrix lies
            let (row, depth) = if a_column == 1 { (at / DEPTH, at % DEPTH) } else { (at % tile, at / tile) };
            let (i, l) = (first_row + row, first + depth);
            let inside = i < m && l < k;
            tile_a.set(
                depth * pitch + row,
                if inside { a[matrix * a_matrix + i * a_row + l * a_column] } else { T::default() },
            );
            let (depth, column) = if b_column == 1 { (at / tile, at % tile) } else { (at % DEPTH, at / DEPTH) };
            let (l, j) = (first + depth, first_column + column);
            let inside = l < k && j < n;
            tile_b.set(
                depth * pitch + column,
                if inside { b[matrix * b_matrix + l * b_row + j * b_column] } else { T::default() },
            );
        }
        block::sync();
        // behind k both tiles hold zeros, which change no sum
        for depth in 0..DEPTH {
            let mut rows = [T::default(); OWN];
            let mut columns = [T::default(); OWN];
            for o in 0..OWN {
                rows[o] = tile_a.get(depth * pitch + y + SIDE * o);
                columns[o] = tile_b.get(depth * pitch + x + SIDE * o);
            }
            for p in 0..OWN {
                for q in 0..OWN {
                    sums[p][q] = sums[p][q] + rows[p] * columns[q];
                }
            }
        }
        block::sync();
    }
    assert!((matrix + 1) * m * n <= c.len(), "C is too small");
    for p in 0..OWN {
        for q in 0..OWN {
            let (i, j) = (first_row + y + SIDE * p, first_column + x + SIDE * q);
            if i < m && j < n {
                // SAFETY: inside; each (matrix, i, j) is one thread's.
                unsafe { *c.get_unchecked_mut((matrix * m + i) * n + j) = sums[p][q] };
            }
        }
    }
}

/// Elements of C, side by side, that a thread makes in a strip.
pub const STRIP: usize = 32;

/// As `product`: a thread for each row of each matrix and each strip of columns.
fn strip<T: Copy + Default + Add<Output = T> + Mul<Output = T>>(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[T],
    b: &[T],
    mut c: GridMut<T>,
) {
    let [m, n, k] = sides.map(|side| side as usize);
    let [a_matrix, a_row, a_column] = a_strides.map(|stride| stride as usize);
    let [b_matrix, b_row, b_column] = b_strides.map(|stride| stride as usize);
    // neighbouring threads make neighbouring rows: the strip of B that they share stays in the cache
    let number = thread::index().get();
    let rows = c.len() / n;
    let (first, row) = (number / rows * STRIP, number % rows);
    if first >= n {
        return;
    }
    let (matrix, i) = (row / m, row % m);
    let width = STRIP.min(n - first);
    let mut sums = [T::default(); STRIP];
    for l in 0..k {
        let from_a = a[matrix * a_matrix + i * a_row + l * a_column];
        let start = matrix * b_matrix + l * b_row + first * b_column;
        if b_column == 1 && width == STRIP {
            let row_of_b = &b[start..start + STRIP];
            for j in 0..STRIP {
                sums[j] = sums[j] + from_a * row_of_b[j];
            }
        } else {
            for j in 0..width {
                sums[j] = sums[j] + from_a * b[start + j * b_column];
            }
        }
    }
    for j in 0..width {
        // SAFETY: row is below c.len() / n, and first + j below n; each part of a row is one thread's.
        unsafe { *c.get_unchecked_mut(row * n + first + j) = sums[j] };
    }
}

#[kernel]
pub fn matmul_strip_f32(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[f32],
    b: &[f32],
    c: GridMut<f32>,
) {
    strip(sides, a_strides, b_strides, a, b, c);
}

#[kernel]
pub fn matmul_strip_f64(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[f64],
    b: &[f64],
    c: GridMut<f64>,
) {
    strip(sides, a_strides, b_strides, a, b, c);
}

#[kernel(block = (16, 16))]
pub fn matmul_f32(sides: [u32; 3], a_strides: [u32; 3], b_strides: [u32; 3], a: &[f32], b: &[f32], c: GridMut<f32>) {
    product::<_, OWN, { (SIDE * OWN + 1) * DEPTH }>(sides, a_strides, b_strides, a, b, c);
}

#[kernel(block = (16, 16))]
pub fn matmul_large_f32(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[f32],
    b: &[f32],
    c: GridMut<f32>,
) {
    product::<_, OWN_LARGE, { (SIDE * OWN_LARGE + 1) * DEPTH }>(sides, a_strides, b_strides, a, b, c);
}

#[kernel(block = (16, 16))]
pub fn matmul_f64(sides: [u32; 3], a_strides: [u32; 3], b_strides: [u32; 3], a: &[f64], b: &[f64], c: GridMut<f64>) {
    product::<_, OWN, { (SIDE * OWN + 1) * DEPTH }>(sides, a_strides, b_strides, a, b, c);
}

#[kernel(block = (16, 16))]
pub fn matmul_large_f64(
    sides: [u32; 3],
    a_strides: [u32; 3],
    b_strides: [u32; 3],
    a: &[f64],
    b: &[f64],
    c: GridMut<f64>,
) {
    product::<_, OWN_LARGE, { (SIDE * OWN_LARGE + 1) * DEPTH }>(sides, a_strides, b_strides, a, b, c);
}
