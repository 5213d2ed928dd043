//! Products by the tensor cores of sm_80 and later, of all layouts and sizes: of f16 and bf16, and of f32 rounded to
//! tf32. Three stages of tiles in shared memory: copies bring two of them while a third is multiplied. A warp has ROWS
//! by COLUMNS tiles of 16 by 16, and a block two by two warps. An operand lies in a stage as in memory: by lines of k,
//! or across, by lines of rows or columns.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::mma::{
    Accumulator, FragmentA, FragmentB, copies_commit, copies_wait, copy_async, load_matrices, load_matrices_transposed,
    tf32,
};
use rustg_std::prelude::*;

const STAGES: usize = 3;
/// Bytes of k in a stage, of each row or column.
const DEPTH: usize = 64;
const THREADS: usize = 128;
/// Bytes of both operands in a stage, for the largest tiles.
const STAGE: usize = 256 * DEPTH;
/// Tiles of so many rows are done before the next columns, so that operands stay in the cache.
const GROUP: u64 = 8;

/// Where chunk c, of 16 bytes, of a line lies, in an operand of `side` rows or columns: in elements, of which a chunk
/// has `each`. Neighbouring lines' begin in different banks.
fn place<const ACROSS: u32>(line: usize, c: usize, side: usize, each: usize) -> usize {
    if ACROSS == 0 {
        (line * (DEPTH / 16) + (c ^ (line / 2 % 4))) * each
    } else if side < 8 * each {
        line * side + (c ^ (line / 2 % 4)) * each
    } else {
        line * side + (c ^ (line % 8)) * each
    }
}

/// What is multiplied. A fragment is of 16 rows or columns and two chunks of k, the first or second `half` of a stage.
pub trait Factor: Copy {
    const ZERO: Self;
    /// Where the lane's part of the fragment of a row of A, or of a column of B, lies.
    fn left<const ACROSS: u32>(row: usize, side: usize) -> usize;
    fn right<const ACROSS: u32>(column: usize, side: usize) -> usize;
    /// The fragment `i` fragments later than that at `at`.
    ///
    /// # Safety
    /// A barrier is behind the copies of the stage.
    unsafe fn rows<const ACROSS: u32>(stage: *const Self, at: usize, half: usize, i: usize, side: usize) -> [u32; 4];
    /// # Safety
    /// As above.
    unsafe fn columns<const ACROSS: u32>(stage: *const Self, at: usize, half: usize, i: usize, side: usize)
    -> [u32; 4];
    fn add(sums: &mut Accumulator, left: [u32; 4], right: [u32; 2]);
}

macro_rules! half {
    ($($t:ident)*) => {$(
        impl Factor for $t {
            const ZERO: $t = $t::ZERO;
            fn left<const ACROSS: u32>(row: usize, side: usize) -> usize {
                let lane = warp::lane() as usize;
                if ACROSS == 0 {
                    place::<ACROSS>(row + lane % 16, lane / 16, side, 8)
                } else {
                    place::<ACROSS>(lane % 8 + lane / 16 * 8, row / 8 + lane / 8 % 2, side, 8)
                }
            }
            fn right<const ACROSS: u32>(column: usize, side: usize) -> usize {
                let lane = warp::lane() as usize;
                if ACROSS == 0 {
                    place::<ACROSS>(column + lane % 8 + lane / 16 * 8, lane / 8 % 2, side, 8)
                } else {
                    place::<ACROSS>(lane % 16, column / 8 + lane / 16, side, 8)
                }
            }
            unsafe fn rows<const ACROSS: u32>(
                stage: *const $t,
                at: usize,
                half: usize,
                i: usize,
                side: usize,
            ) -> [u32; 4] {
                unsafe {
                    if ACROSS == 0 {
                        load_matrices(stage.wrapping_add((at ^ (16 * half)) + 512 * i))
                    } else {
                        load_matrices_transposed(stage.wrapping_add((at ^ (16 * i)) + 16 * half * side))
                    }
                }
            }
            unsafe fn columns<const ACROSS: u32>(
                stage: *const $t,
                at: usize,
                half: usize,
                i: usize,
                side: usize,
            ) -> [u32; 4] {
                unsafe { Self::rows::<ACROSS>(stage, at, half, i, side) }
            }
            fn add(sums: &mut Accumulator, left: [u32; 4], right: [u32; 2]) {
                sums.add_product(FragmentA::<$t>::of(left), FragmentB::of(right))
            }
        }
    )*};
}
half! { bf16 f16 }

/// By lines of k its chunks are as those of numbers of 16 bits; across, a lane has its numbers one by one.
impl Factor for f32 {
    const ZERO: f32 = 0.0;
    fn left<const ACROSS: u32>(row: usize, side: usize) -> usize {
        let lane = warp::lane() as usize;
        if ACROSS == 0 {
            place::<ACROSS>(row + lane % 16, lane / 16, side, 4)
        } else {
            place::<ACROSS>(lane % 4, row / 4 + lane / 16, side, 4) + lane / 4 % 4
        }
    }
    fn right<const ACROSS: u32>(column: usize, side: usize) -> usize {
        let lane = warp::lane() as usize;
        if ACROSS == 0 {
            place::<ACROSS>(column + lane % 8 + lane / 16 * 8, lane / 8 % 2, side, 4)
        } else {
            Self::left::<ACROSS>(column, side)
        }
    }
    unsafe fn rows<const ACROSS: u32>(stage: *const f32, at: usize, half: usize, i: usize, side: usize) -> [u32; 4] {
        let rounded = |bits: u32| tf32(f32::from_bits(bits)).to_bits();
        unsafe {
            if ACROSS == 0 {
                return load_matrices(stage.wrapping_add((at ^ (8 * half)) + 256 * i) as *const bf16).map(rounded);
            }
            // Eight rows later are two chunks; the chunks of four lines later are exchanged otherwise.
            let one = |lower: usize, later: usize| {
                let at = (at ^ (16 * i + 8 * lower) ^ (16 * later)) + (8 * half + 4 * later) * side;
                rounded((*stage.wrapping_add(at)).to_bits())
            };
            [one(0, 0), one(1, 0), one(0, 1), one(1, 1)]
        }
    }
    unsafe fn columns<const ACROSS: u32>(stage: *const f32, at: usize, half: usize, i: usize, side: usize) -> [u32; 4] {
        let all = unsafe { Self::rows::<ACROSS>(stage, at, half, i, side) };
        if ACROSS == 0 { all } else { [all[0], all[2], all[1], all[3]] }
    }
    fn add(sums: &mut Accumulator, left: [u32; 4], right: [u32; 2]) {
        sums.add_product_tf32(left, right)
    }
}

/// A thread's part of the copies of one operand: a chunk of lines line, line + step, ...
struct Bringer<T, const ACROSS: u32> {
    from: *const T,
    to: *mut T,
    place: usize,
    stride: usize,
    line: u32,
    element: u32,
    first: u32,
    limit: u32,
    k: u32,
    side: usize,
    by_copy: bool,
}

impl<T: Factor, const ACROSS: u32> Bringer<T, ACROSS> {
    /// Elements of a chunk.
    const EACH: usize = 16 / size_of::<T>();

    fn new(from: *const T, to: *mut T, stride: u64, first: usize, limit: u64, k: u64, side: usize) -> Self {
        let per_line = if ACROSS == 0 { DEPTH / 16 } else { side / Self::EACH };
        let (line, chunk) = (thread::idx_x() as usize / per_line, thread::idx_x() as usize % per_line);
        let (stride, element) = (stride as usize, Self::EACH * chunk);
        let at = if ACROSS == 0 { (first + line) * stride + element } else { line * stride + first + element };
        Bringer {
            from: from.wrapping_add(at),
            to,
            place: place::<ACROSS>(line, chunk, side, Self::EACH),
            stride,
            line: line as u32,
            element: element as u32,
            first: first as u32,
            limit: limit as u32,
            k: k as u32,
            side,
            by_copy: from as usize % 16 == 0 && stride % Self::EACH == 0,
        }
    }

    /// How many elements of the chunk of a line are there, in the stage of k from `at` on.
    fn count(&self, at: u32, line: u32) -> u32 {
        let (line, line_end, element, end) = if ACROSS == 0 {
            (self.first + line, self.limit, at + self.element, self.k)
        } else {
            (at + line, self.k, self.first + self.element, self.limit)
        };
        if line < line_end { end.saturating_sub(element).min(Self::EACH as u32) } else { 0 }
    }

    /// # Safety
    /// The stage is free.
    unsafe fn bring(&self, stage: usize, at: usize) {
        let depth = DEPTH / size_of::<T>();
        let step = if ACROSS == 0 { THREADS / (DEPTH / 16) } else { THREADS * Self::EACH / self.side };
        let lines = if ACROSS == 0 { self.side } else { depth };
        let width = if ACROSS == 0 { depth } else { self.side };
        let from = self.from.wrapping_add(if ACROSS == 0 { at } else { at * self.stride });
        for i in 0..lines / step {
            let from = from.wrapping_add(i * step * self.stride);
            // Chunks of four lines later are exchanged otherwise.
            let other = if ACROSS == 1 && step == 4 { i % 2 * 4 * Self::EACH } else { 0 };
            let to = self.to.wrapping_add((self.place ^ other) + stage + i * step * width);
            let n = self.count(at as u32, self.line + (i * step) as u32);
            if self.by_copy {
                // SAFETY: so many elements are there, and of none no address is taken.
                unsafe { copy_async(to, if n == 0 { self.from } else { from }, n * size_of::<T>() as u32) };
            } else {
                for e in 0..Self::EACH {
                    // SAFETY: inside.
                    unsafe { *to.add(e) = if e < n as usize { *from.add(e) } else { T::ZERO } };
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
#[kernel(block = 128, min_blocks = 1)]
pub unsafe fn mma<
    T: Factor,
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
    let memory = Shared::<u128, { STAGES * STAGE / 16 }>::new().as_ptr() as *mut T;
    let (depth, stage_length) = (DEPTH / size_of::<T>(), STAGE / size_of::<T>());
    let (tall, wide) = (32 * ROWS, 32 * COLUMNS);
    let (row, column) =
        tile_place(thread::block_idx_x() as u64, job.m.div_ceil(tall as u64), job.n.div_ceil(wide as u64));
    let (row, column) = (row as usize * tall, column as usize * wide);
    let warp = thread::idx_x() as usize / 32;
    let (warp_row, warp_column) = (warp / 2 * 16 * ROWS, warp % 2 * 16 * COLUMNS);
    let left_place = T::left::<A_ACROSS>(warp_row, tall);
    let right_place = T::right::<B_ACROSS>(warp_column, wide);
    let (a_stride, b_stride) = (job.a_row.max(job.a_column), job.b_row.max(job.b_column));
    let (alpha, beta) = (job.alpha as f32, job.beta as f32);
    let k = job.k as usize;
    let mut batch = thread::block_idx_y() as u64;
    while batch < job.n_batch {
        let a = a.wrapping_add((batch * job.a_batch) as usize);
        let b = b.wrapping_add((batch * job.b_batch) as usize);
        let lefts = Bringer::<T, A_ACROSS>::new(a, memory, a_stride, row, job.m, job.k, tall);
        let rights =
            Bringer::<T, B_ACROSS>::new(b, memory.wrapping_add(tall * depth), b_stride, column, job.n, job.k, wide);
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
        fetch(depth, stage_length);
        let (mut step, mut stage, mut next) = (0, 0, 2 * stage_length);
        while step < k {
            copies_wait::<1>();
            block::sync();
            fetch(step + 2 * depth, next);
            let (lefts, rights) = (memory.wrapping_add(stage), memory.wrapping_add(stage + tall * depth));
            for half in 0..2 {
                // SAFETY: a barrier is behind the copies of this stage, and another comes before its next.
                let left: [[u32; 4]; ROWS] =
                    core::array::from_fn(|i| unsafe { T::rows::<A_ACROSS>(lefts, left_place, half, i, tall) });
                for j in 0..COLUMNS {
                    // SAFETY: as above.
                    let right = unsafe { T::columns::<B_ACROSS>(rights, right_place, half, j, wide) };
                    for (row, left) in sums.iter_mut().zip(left) {
                        T::add(&mut row[j][0], left, [right[0], right[1]]);
                        T::add(&mut row[j][1], left, [right[2], right[3]]);
                    }
                }
            }
            step += depth;
            stage = if stage == (STAGES - 1) * stage_length { 0 } else { stage + stage_length };
            next = if next == (STAGES - 1) * stage_length { 0 } else { next + stage_length };
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
