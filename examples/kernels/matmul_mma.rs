//! C = A B by tensor cores: A is m by k, B is k by n and lies by columns, C is of f32. Three stages of tiles in shared
//! memory: copies bring two of them while a third is multiplied. A warp has ROWS by COLUMNS tiles of 16 by 16, and a
//! block two by two warps.
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, Half, copies_commit, copies_wait, copy_async};
use rustg_std::prelude::*;

const STAGES: usize = 3;
const DEPTH: usize = 32;
const STAGE: usize = 256 * DEPTH; // elements: rows of A and columns of B
/// Rows that the block's threads bring at a time, and chunks of eight elements in each.
const BROUGHT: usize = 32;

/// Where elements 8 c to 8 c + 7 of a row of a stage lie. Eight rows' begin in different banks. Of rows BROUGHT or 16
/// apart the places are as far apart as the rows, and those of chunks c and c ^ 2 differ in one bit.
fn place(row: usize, c: usize) -> usize {
    row * DEPTH + (c ^ (row / 2 % 4)) * 8
}

/// A thread's part of the copies of one operand: the same chunk of rows row, row + BROUGHT, ...
struct Bringer<T, const N: usize> {
    from: *const T,
    to: *mut T,
    /// Elements from a row to the one that is brought next.
    stride: usize,
    /// Of each row: 16, or 0 where there is none.
    bytes: [u32; N],
}

impl<T: Half, const N: usize> Bringer<T, N> {
    fn new(x: &[T], stage: *mut T, k: usize, first: usize, rows: usize) -> Bringer<T, N> {
        let (row, c) = (thread::idx_x() as usize / 4, thread::idx_x() as usize % 4);
        Bringer {
            from: x.as_ptr().wrapping_add((first + row).wrapping_mul(k).wrapping_add(8 * c)),
            to: stage.wrapping_add(place(row, c)),
            stride: k.wrapping_mul(BROUGHT),
            bytes: core::array::from_fn(|i| if first + row + BROUGHT * i < rows { 16 } else { 0 }),
        }
    }

    /// Brings the stage of elements `at` and later; `left` elements of this thread's chunk and later are there.
    unsafe fn bring(&self, stage: usize, at: usize, left: usize, by_copy: bool) {
        let (mut from, mut to) = (self.from.wrapping_add(at), self.to.wrapping_add(stage));
        if by_copy {
            for i in 0..N {
                let n = if left != 0 { self.bytes[i] } else { 0 };
                unsafe { copy_async(to, from, n) };
                from = from.wrapping_add(self.stride);
                to = to.wrapping_add(BROUGHT * DEPTH);
            }
            return;
        }
        for i in 0..N {
            let mut e = 0;
            while e < 8 {
                unsafe { *to.add(e) = if e < left && self.bytes[i] != 0 { *from.add(e) } else { T::ZERO } };
                e += 1;
            }
            from = from.wrapping_add(self.stride);
            to = to.wrapping_add(BROUGHT * DEPTH);
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
    let memory = Shared::<u128, { STAGES * STAGE / 8 }>::new().as_ptr() as *mut T;
    let (tile_rows, tile_columns) = (32 * ROWS, 32 * COLUMNS);
    let (first_row, first_column) =
        (thread::block_idx_y() as usize * tile_rows, thread::block_idx_x() as usize * tile_columns);
    let (me, lane) = (thread::idx_x() as usize, warp::lane() as usize);
    let (warp_row, warp_column) = (me / 64 * 16 * ROWS, tile_rows + me / 32 % 2 * 16 * COLUMNS);
    assert!(a.len() == m * k && b.len() == n * k && c.len() == m * n, "A is not m by k, B not k by n, or C not m by n");
    // All that a step needs is worked out here: the loop adds a stage and a step to it.
    let rows_of_a = Bringer::<T, ROWS>::new(a, memory, k, first_row, m);
    let columns_of_b = Bringer::<T, COLUMNS>::new(b, memory.wrapping_add(tile_rows * DEPTH), k, first_column, n);
    let (by_copy, first) = (k.is_multiple_of(8), 8 * (me % 4));
    let fetch = |at: usize, stage: usize| {
        let left = k.saturating_sub(at.wrapping_add(first));
        // SAFETY: the chunks are this thread's until the barrier, and rows of a multiple of 8 elements are aligned.
        unsafe {
            rows_of_a.bring(stage, at, left, by_copy);
            columns_of_b.bring(stage, at, left, by_copy);
        }
        copies_commit();
    };
    let left_place = place(warp_row + lane % 16, lane / 16);
    let right_place = place(warp_column + lane % 8 + lane / 16 * 8, lane / 8 % 2);
    let mut sums = [[[Accumulator::ZERO; 2]; COLUMNS]; ROWS];
    fetch(0, 0);
    fetch(DEPTH, STAGE);
    let (mut at, mut stage, mut next) = (0, 0, 2 * STAGE);
    while at < k {
        copies_wait::<1>();
        block::sync();
        fetch(at.wrapping_add(2 * DEPTH), next);
        for half in 0..2 {
            let left = memory.wrapping_add(stage).wrapping_add(left_place ^ (16 * half));
            let right = memory.wrapping_add(stage).wrapping_add(right_place ^ (16 * half));
            // SAFETY: a barrier is behind the copies of this stage, and another comes before its next.
            let lefts: [FragmentA<T>; ROWS] =
                core::array::from_fn(|i| unsafe { FragmentA::load(left.wrapping_add(16 * DEPTH * i)) });
            for j in 0..COLUMNS {
                // SAFETY: as above.
                let rights = unsafe { FragmentB::load_two(right.wrapping_add(16 * DEPTH * j)) };
                for (row, left) in sums.iter_mut().zip(lefts) {
                    row[j][0].add_product(left, rights[0]);
                    row[j][1].add_product(left, rights[1]);
                }
            }
        }
        at = at.wrapping_add(DEPTH);
        stage = if stage == (STAGES - 1) * STAGE { 0 } else { stage + STAGE };
        next = if next == (STAGES - 1) * STAGE { 0 } else { next + STAGE };
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
