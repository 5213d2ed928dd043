//! C = A B by tensor cores: A is m by k, B is k by n and lies by columns, C is of f32. Three stages of tiles in shared
//! memory: copies bring two of them while a third is multiplied. A warp has ROWS by COLUMNS tiles of 16 by 16, and a block
//! two by two warps.
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, Half, copies_commit, copies_wait, copy_async};
use rustg_std::prelude::*;

const STAGES: usize = 3;
const DEPTH: usize = 32;
const MOST_ROWS: usize = 256; // of A and columns of B, in a stage

/// Where elements 8 c to 8 c + 7 of a row of a stage lie. Eight rows' begin in different banks.
fn chunk<T>(stage: *mut T, row: usize, c: usize) -> *mut T {
    // SAFETY: inside of the stage, for rows below MOST_ROWS and c below 4.
    unsafe { stage.add(row * DEPTH + (c ^ (row / 2 % 4)) * 8) }
}

/// Brings eight elements of a row, with zeros where there are none.
unsafe fn bring<T: Half, const BY_COPY: bool>(x: &[T], rows: usize, k: usize, row: usize, first: usize, to: *mut T) {
    let n = if row < rows && first < k { (k - first).min(8) } else { 0 };
    if BY_COPY {
        unsafe { copy_async(to, x.as_ptr().wrapping_add(row * k + first), 2 * n as u32) };
    } else {
        for e in 0..8 {
            unsafe { *to.add(e) = if e < n { x[row * k + first + e] } else { T::ZERO } };
        }
    }
}

unsafe fn product<T: Half, const ROWS: usize, const COLUMNS: usize>(
    m: usize,
    n: usize,
    k: usize,
    a: &[T],
    b: &[T],
    mut c: GridMut<f32>,
) {
    let memory = Shared::<u128, { STAGES * MOST_ROWS * DEPTH / 8 }>::new();
    let stage = |step: usize| unsafe { (memory.as_ptr() as *mut T).add(step % STAGES * MOST_ROWS * DEPTH) };
    let (tile_rows, tile_columns) = (32 * ROWS, 32 * COLUMNS);
    let (first_row, first_column) =
        (thread::block_idx_y() as usize * tile_rows, thread::block_idx_x() as usize * tile_columns);
    let (me, lane) = (thread::idx_x() as usize, warp::lane() as usize);
    let (warp_row, warp_column) = (me / 64 * 16 * ROWS, tile_rows + me / 32 % 2 * 16 * COLUMNS);
    let steps = k.div_ceil(DEPTH);
    assert!(a.len() == m * k && b.len() == n * k && c.len() == m * n, "A is not m by k, B not k by n, or C not m by n");
    let fetch = |step: usize| {
        let (at, from) = (stage(step), step * DEPTH + me % 4 * 8);
        let rows_of_a = (me / 4..tile_rows).step_by(32);
        let columns_of_b = (me / 4..tile_columns).step_by(32);
        // SAFETY: the chunks are this thread's until the barrier, and rows of a multiple of 8 elements are aligned.
        if step < steps && k.is_multiple_of(8) {
            for row in rows_of_a {
                unsafe { bring::<T, true>(a, m, k, first_row + row, from, chunk(at, row, me % 4)) };
            }
            for column in columns_of_b {
                let to = chunk(at, tile_rows + column, me % 4);
                unsafe { bring::<T, true>(b, n, k, first_column + column, from, to) };
            }
        } else if step < steps {
            for row in rows_of_a {
                unsafe { bring::<T, false>(a, m, k, first_row + row, from, chunk(at, row, me % 4)) };
            }
            for column in columns_of_b {
                let to = chunk(at, tile_rows + column, me % 4);
                unsafe { bring::<T, false>(b, n, k, first_column + column, from, to) };
            }
        }
        copies_commit();
    };
    let mut sums = [[[Accumulator::ZERO; 2]; COLUMNS]; ROWS];
    fetch(0);
    fetch(1);
    for step in 0..steps {
        copies_wait::<1>();
        block::sync();
        fetch(step + 2);
        let at = stage(step);
        for half in 0..2 {
            // SAFETY: a barrier is behind the copies of this stage, and another comes before its next.
            let left: [FragmentA<T>; ROWS] = core::array::from_fn(|i| unsafe {
                FragmentA::load(chunk(at, warp_row + 16 * i + lane % 16, 2 * half + lane / 16))
            });
            for j in 0..COLUMNS {
                let row = warp_column + 16 * j + lane % 8 + lane / 16 * 8;
                // SAFETY: as above.
                let right = unsafe { FragmentB::load_two(chunk(at, row, 2 * half + lane / 8 % 2)) };
                for (row, left) in sums.iter_mut().zip(left) {
                    row[j][0].add_product(left, right[0]);
                    row[j][1].add_product(left, right[1]);
                }
            }
        }
    }
    for (i, tiles) in sums.iter().enumerate() {
        for j in 0..2 * COLUMNS {
            let elements = tiles[j / 2][j % 2].elements();
            for e in 0..4 {
                let (row, column) = Accumulator::place(e);
                let row = first_row + warp_row + 16 * i + row as usize;
                let column = first_column + warp_column - tile_rows + 8 * j + column as usize;
                if row < m && column < n {
                    // SAFETY: inside; each element is one lane's.
                    unsafe { *c.get_unchecked_mut(row * n + column) = elements[e as usize] };
                }
            }
        }
    }
}

/// # Safety
/// Slices begin at multiples of 16 bytes.
#[kernel(block = 128)]
pub unsafe fn matmul_bf16(m: usize, n: usize, k: usize, a: &[bf16], b: &[bf16], c: GridMut<f32>) {
    unsafe { product::<bf16, 4, 4>(m, n, k, a, b, c) }
}

/// For matrices of few elements: more blocks.
///
/// # Safety
/// Slices begin at multiples of 16 bytes.
#[kernel(block = 128)]
pub unsafe fn matmul_f16_small(m: usize, n: usize, k: usize, a: &[f16], b: &[f16], c: GridMut<f32>) {
    unsafe { product::<f16, 1, 1>(m, n, k, a, b, c) }
}
