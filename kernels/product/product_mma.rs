//! Products of f16 and bf16 by the tensor cores of sm_80 and later, of all layouts and sizes. Three stages of tiles in
//! shared memory: copies bring two of them while a third is multiplied. A warp has ROWS by COLUMNS tiles of 16 by 16,
//! and a block two by two warps. An operand lies in a stage as in memory: by lines of k, or across, by lines of rows or
//! columns.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, Half, copies_commit, copies_wait, copy_async};
use rustg_std::prelude::*;

const STAGES: usize = 3;
const DEPTH: usize = 32;
const THREADS: usize = 128;
/// Elements of both operands in a stage, for the largest tiles.
const STAGE: usize = 256 * DEPTH;
/// Tiles of so many rows are done before the next columns, so that operands stay in the cache.
const GROUP: u64 = 8;

/// Where chunk c of eight elements of a line lies, in an operand of `side` rows or columns. Neighbouring lines' begin
/// in different banks.
fn place<const ACROSS: u32>(line: usize, c: usize, side: usize) -> usize {
    if ACROSS == 0 {
        line * DEPTH + (c ^ (line / 2 % 4)) * 8
    } else if side < 64 {
        line * side + (c ^ (line / 2 % 4)) * 8
    } else {
        line * side + (c ^ (line % 8)) * 8
    }
}

/// A thread's part of the copies of one operand: a chunk of lines line, line + step, ...
struct Bringer<T, const ACROSS: u32> {
    from: *const T,
    to: *mut T,
    stride: usize,
    line: usize,
    chunk: usize,
    first: usize,
    limit: usize,
    k: usize,
    side: usize,
    by_copy: bool,
}

impl<T: Half, const ACROSS: u32> Bringer<T, ACROSS> {
    fn new(from: *const T, to: *mut T, stride: u64, first: usize, limit: u64, k: u64, side: usize) -> Self {
        let per_line = if ACROSS == 0 { DEPTH / 8 } else { side / 8 };
        let (line, chunk) = (thread::idx_x() as usize / per_line, thread::idx_x() as usize % per_line);
        let stride = stride as usize;
        let at = if ACROSS == 0 { (first + line) * stride + 8 * chunk } else { line * stride + first + 8 * chunk };
        Bringer {
            from: from.wrapping_add(at),
            to: to.wrapping_add(place::<ACROSS>(line, chunk, side)),
            stride,
            line,
            chunk,
            first,
            limit: limit as usize,
            k: k as usize,
            side,
            by_copy: from as usize % 16 == 0 && stride % 8 == 0,
        }
    }

    /// How many elements of the chunk of a line are there, in the stage of k from `at` on.
    fn count(&self, at: usize, line: usize) -> usize {
        let (line, line_end, element, end) = if ACROSS == 0 {
            (self.first + line, self.limit, at + 8 * self.chunk, self.k)
        } else {
            (at + line, self.k, self.first + 8 * self.chunk, self.limit)
        };
        if line < line_end { end.saturating_sub(element).min(8) } else { 0 }
    }

    /// # Safety
    /// The stage is free.
    unsafe fn bring(&self, stage: usize, at: usize) {
        let step = if ACROSS == 0 { THREADS / (DEPTH / 8) } else { THREADS * 8 / self.side };
        let lines = if ACROSS == 0 { self.side } else { DEPTH };
        let width = if ACROSS == 0 { DEPTH } else { self.side };
        let from = self.from.wrapping_add(if ACROSS == 0 { at } else { at * self.stride });
        for i in 0..lines / step {
            let from = from.wrapping_add(i * step * self.stride);
            let to = self.to.wrapping_add(stage + i * step * width);
            let n = self.count(at, self.line + i * step);
            if self.by_copy {
                // SAFETY: so many elements are there, and of none no address is taken.
                unsafe { copy_async(to, if n == 0 { self.from } else { from }, 2 * n as u32) };
            } else {
                for e in 0..8 {
                    // SAFETY: inside.
                    unsafe { *to.add(e) = if e < n { *from.add(e) } else { T::ZERO } };
                }
            }
        }
    }
}

/// The first row and column of a tile, in tiles.
fn tile_place(tile: u64, tall: u64, wide: u64) -> (u64, u64) {
    let first = tile / (GROUP * wide) * GROUP;
    let rows = GROUP.min(tall - first);
    let rest = tile - first * wide;
    (first + rest % rows, rest / rows)
}

/// A_ACROSS is 1 where A lies by columns, else 0, B_ACROSS where B lies by rows. ACTIVATION is the job's.
///
/// # Safety
/// The matrices are as the job says, and nobody else uses C.
#[kernel(block = 128)]
pub unsafe fn mma<
    T: Half,
    U: Number<f32>,
    const ROWS: usize,
    const COLUMNS: usize,
    const A_ACROSS: u32,
    const B_ACROSS: u32,
    const ACTIVATION: u32,
>(
    job: Job,
    a: *const T,
    b: *const T,
    c: *mut U,
    bias: *const U,
) {
    let memory = Shared::<u128, { STAGES * STAGE / 8 }>::new().as_ptr() as *mut T;
    let (tall, wide) = (32 * ROWS, 32 * COLUMNS);
    let (row, column) =
        tile_place(thread::block_idx_x() as u64, job.m.div_ceil(tall as u64), job.n.div_ceil(wide as u64));
    let (row, column) = (row as usize * tall, column as usize * wide);
    let (warp, lane) = (thread::idx_x() as usize / 32, thread::idx_x() as usize % 32);
    let (warp_row, warp_column) = (warp / 2 * 16 * ROWS, warp % 2 * 16 * COLUMNS);
    let left_place = if A_ACROSS == 0 {
        place::<A_ACROSS>(warp_row + lane % 16, lane / 16, tall)
    } else {
        place::<A_ACROSS>(lane % 8 + lane / 16 * 8, warp_row / 8 + lane / 8 % 2, tall)
    };
    let right_place = tall * DEPTH
        + if B_ACROSS == 0 {
            place::<B_ACROSS>(warp_column + lane % 8 + lane / 16 * 8, lane / 8 % 2, wide)
        } else {
            place::<B_ACROSS>(lane % 16, warp_column / 8 + lane / 16, wide)
        };
    // The place of 16 k and 16 rows or columns, from that of the first ones.
    let at = |across: u32, first: usize, half: usize, i: usize, side: usize| {
        if across == 0 { (first ^ (16 * half)) + 16 * DEPTH * i } else { (first ^ (16 * i)) + 16 * half * side }
    };
    let (a_stride, b_stride) = (job.a_row.max(job.a_column), job.b_row.max(job.b_column));
    let (alpha, beta) = (job.alpha as f32, job.beta as f32);
    let k = job.k as usize;
    let mut batch = thread::block_idx_y() as u64;
    while batch < job.n_batch {
        let a = a.wrapping_add((batch * job.a_batch) as usize);
        let b = b.wrapping_add((batch * job.b_batch) as usize);
        let lefts = Bringer::<T, A_ACROSS>::new(a, memory, a_stride, row, job.m, job.k, tall);
        let rights =
            Bringer::<T, B_ACROSS>::new(b, memory.wrapping_add(tall * DEPTH), b_stride, column, job.n, job.k, wide);
        let fetch = |at: usize, stage: usize| {
            // SAFETY: a barrier is behind the last use of the stage.
            unsafe {
                lefts.bring(stage, at);
                rights.bring(stage, at);
            }
            copies_commit();
        };
        let mut sums = [[[Accumulator::ZERO; 2]; COLUMNS]; ROWS];
        fetch(0, 0);
        fetch(DEPTH, STAGE);
        let (mut step, mut stage, mut next) = (0, 0, 2 * STAGE);
        while step < k {
            copies_wait::<1>();
            block::sync();
            fetch(step + 2 * DEPTH, next);
            for half in 0..2 {
                let memory = memory.wrapping_add(stage);
                // SAFETY: a barrier is behind the copies of this stage, and another comes before its next.
                let left: [FragmentA<T>; ROWS] = core::array::from_fn(|i| unsafe {
                    let from = memory.wrapping_add(at(A_ACROSS, left_place, half, i, tall));
                    if A_ACROSS == 0 { FragmentA::load(from) } else { FragmentA::load_of_columns(from) }
                });
                for j in 0..COLUMNS {
                    let from = memory.wrapping_add(at(B_ACROSS, right_place, half, j, wide));
                    // SAFETY: as above.
                    let right = unsafe {
                        if B_ACROSS == 0 { FragmentB::load_two(from) } else { FragmentB::load_two_of_rows(from) }
                    };
                    for (row, left) in sums.iter_mut().zip(left) {
                        row[j][0].add_product(left, right[0]);
                        row[j][1].add_product(left, right[1]);
                    }
                }
            }
            step += DEPTH;
            stage = if stage == (STAGES - 1) * STAGE { 0 } else { stage + STAGE };
            next = if next == (STAGES - 1) * STAGE { 0 } else { next + STAGE };
        }
        let c = c.wrapping_add((batch * job.c_batch) as usize);
        for (i, tiles) in sums.iter().enumerate() {
            for j in 0..2 * COLUMNS {
                let elements = tiles[j / 2][j % 2].elements();
                for e in 0..4 {
                    let (y, x) = Accumulator::place(e);
                    let y = (row + warp_row + 16 * i) as u64 + y as u64;
                    let x = (column + warp_column + 8 * j) as u64 + x as u64;
                    if y < job.m && x < job.n {
                        let mut sum = alpha * elements[e as usize];
                        // SAFETY: inside; each element is one lane's.
                        unsafe {
                            let at = c.wrapping_add((y * job.c_row + x) as usize);
                            if beta != 0.0 {
                                sum += beta * (*at).widen();
                            }
                            if job.has_bias != 0 {
                                sum += (*bias.wrapping_add(x as usize)).widen();
                            }
                            *at = U::narrow(sum.activate(ACTIVATION));
                        }
                    }
                }
            }
        }
        copies_wait::<0>();
        block::sync();
        batch += thread::grid_dim_y() as u64;
    }
}
