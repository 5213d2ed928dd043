//! Products of at most 16 rows by the tensor cores of sm_80 and later, of f16 and bf16, and of f32 rounded to tf32. They
//! are as fast as B comes from memory: a block has 32 columns, and its 16 warps share k between them and add what they
//! have in order. Operands go straight to registers. A lane has eight k beside each other, which the products take in an
//! order of their own: A's and B's is the same.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, pair, tf32};
use rustg_std::prelude::*;

const ROWS: usize = 16;
const COLUMNS: usize = 32;
const WARPS: usize = 16;
/// Of k, that a warp multiplies at a time.
const DEPTH: usize = 32;

/// 16 bytes.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Whole([u32; 4]);

/// 8 bytes.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
struct Half([u32; 2]);

/// What is multiplied.
pub trait Factor: Copy {
    /// The words of eight and of four numbers.
    type Eight: Copy;
    type Four: Copy;
    /// Eight numbers `stride` apart, of which `n` are there.
    ///
    /// # Safety
    /// They are; where is_aligned says so, they are beside each other, and each 16 bytes of them are aligned.
    unsafe fn eight(from: *const Self, stride: usize, n: usize, is_aligned: bool) -> Self::Eight;
    /// Four numbers beside each other, of which `n` are there.
    ///
    /// # Safety
    /// As above, with all bytes of the four.
    unsafe fn four(from: *const Self, n: usize, is_aligned: bool) -> Self::Four;
    /// Number `j` of each of eight rows.
    fn column(rows: &[Self::Four; 8], j: usize) -> Self::Eight;
    /// As they are multiplied. It waits for them, so all others are loaded first.
    fn ready(numbers: Self::Eight) -> Self::Eight;
    /// Adds the products of the lane's k of two rows, 8 apart, and of a column.
    fn add(sums: &mut Accumulator, upper: Self::Eight, lower: Self::Eight, column: Self::Eight);
}

macro_rules! half {
    ($($t:ident)*) => {$(
        impl Factor for $t {
            type Eight = [u32; 4];
            type Four = [u32; 2];
            unsafe fn eight(from: *const $t, stride: usize, n: usize, is_aligned: bool) -> [u32; 4] {
                if n >= 8 && is_aligned {
                    return unsafe { (*(from as *const Whole)).0 };
                }
                // SAFETY: of those that are there alone.
                let at = |i: usize| if i < n { unsafe { *from.wrapping_add(i * stride) } } else { $t::ZERO };
                [pair(at(0), at(1)), pair(at(2), at(3)), pair(at(4), at(5)), pair(at(6), at(7))]
            }
            unsafe fn four(from: *const $t, n: usize, is_aligned: bool) -> [u32; 2] {
                if n >= 4 && is_aligned {
                    return unsafe { (*(from as *const Half)).0 };
                }
                // SAFETY: as above.
                let at = |i: usize| if i < n { unsafe { *from.wrapping_add(i) } } else { $t::ZERO };
                [pair(at(0), at(1)), pair(at(2), at(3))]
            }
            fn column(rows: &[[u32; 2]; 8], j: usize) -> [u32; 4] {
                let both = |i: usize| {
                    let (low, high) = (rows[i][j / 2], rows[i + 1][j / 2]);
                    if j % 2 == 0 { low & 0xFFFF | high << 16 } else { low >> 16 | high & 0xFFFF_0000 }
                };
                [both(0), both(2), both(4), both(6)]
            }
            fn ready(numbers: [u32; 4]) -> [u32; 4] {
                numbers
            }
            fn add(sums: &mut Accumulator, upper: [u32; 4], lower: [u32; 4], column: [u32; 4]) {
                let rows = |i: usize| FragmentA::<$t>::of([upper[i], lower[i], upper[i + 1], lower[i + 1]]);
                sums.add_product(rows(0), FragmentB::of([column[0], column[1]]));
                sums.add_product(rows(2), FragmentB::of([column[2], column[3]]));
            }
        }
    )*};
}
half! { bf16 f16 }

impl Factor for f32 {
    type Eight = [u32; 8];
    type Four = [u32; 4];
    unsafe fn eight(from: *const f32, stride: usize, n: usize, is_aligned: bool) -> [u32; 8] {
        if n >= 8 && is_aligned {
            let (low, high) = unsafe { (*(from as *const Whole), *(from as *const Whole).add(1)) };
            return core::array::from_fn(|i| if i < 4 { low.0[i] } else { high.0[i - 4] });
        }
        // SAFETY: of those that are there alone.
        core::array::from_fn(|i| if i < n { unsafe { *from.wrapping_add(i * stride) }.to_bits() } else { 0 })
    }
    unsafe fn four(from: *const f32, n: usize, is_aligned: bool) -> [u32; 4] {
        if n >= 4 && is_aligned {
            return unsafe { (*(from as *const Whole)).0 };
        }
        // SAFETY: as above.
        core::array::from_fn(|i| if i < n { unsafe { *from.wrapping_add(i) }.to_bits() } else { 0 })
    }
    fn column(rows: &[[u32; 4]; 8], j: usize) -> [u32; 8] {
        core::array::from_fn(|i| rows[i][j])
    }
    fn ready(numbers: [u32; 8]) -> [u32; 8] {
        numbers.map(|bits| tf32(f32::from_bits(bits)).to_bits())
    }
    fn add(sums: &mut Accumulator, upper: [u32; 8], lower: [u32; 8], column: [u32; 8]) {
        for i in 0..4 {
            let rows = [upper[2 * i], lower[2 * i], upper[2 * i + 1], lower[2 * i + 1]];
            sums.add_product_tf32(rows, [column[2 * i], column[2 * i + 1]]);
        }
    }
}

/// A_ACROSS is 1 where A lies by columns, else 0, B_ACROSS where B lies by rows.
///
/// # Safety
/// The matrices are as the job says, m is at most 16, and nobody else uses C.
#[kernel(block = 512)]
pub unsafe fn thin<T: Factor, U: Number<f32>, const A_ACROSS: u32, const B_ACROSS: u32>(
    job: Job,
    a: *const T,
    b: *const T,
    c: *mut U,
    bias: *const U,
) {
    let shared = Shared::<f32, { WARPS * ROWS * COLUMNS }>::new().as_ptr() as *mut f32;
    let (warp, lane) = (thread::idx_x() as usize / 32, thread::idx_x() as usize % 32);
    let (group, eighth) = (lane / 4, lane % 4 * 8);
    let (m, n, k) = (job.m as usize, job.n as usize, job.k as usize);
    let first = thread::block_idx_x() as usize * COLUMNS;
    let (a_stride, b_stride) = (job.a_row.max(job.a_column) as usize, job.b_row.max(job.b_column) as usize);
    let mut batch = thread::block_idx_y() as u64;
    while batch < job.n_batch {
        let a = a.wrapping_add((batch * job.a_batch) as usize);
        let b = b.wrapping_add((batch * job.b_batch) as usize);
        let a_is_aligned = A_ACROSS == 0 && a as usize % 16 == 0 && a_stride * size_of::<T>() % 16 == 0;
        let b_is_aligned = b as usize % 16 == 0 && b_stride * size_of::<T>() % 16 == 0;
        let mut sums = [Accumulator::ZERO; 4];
        let mut step = warp * DEPTH;
        while step < k {
            let at = step + eighth;
            let left = k.saturating_sub(at);
            let row = |row: usize| {
                let from = if A_ACROSS == 0 { row * a_stride + at } else { at * a_stride + row };
                let n = if row < m { left } else { 0 };
                // SAFETY: so many are there.
                unsafe { T::eight(a.wrapping_add(from), if A_ACROSS == 0 { 1 } else { a_stride }, n, a_is_aligned) }
            };
            let (upper, lower) = (row(group), row(group + 8));
            if B_ACROSS == 0 {
                let columns: [T::Eight; 4] = core::array::from_fn(|j| {
                    let column = first + 8 * j + group;
                    let n = if column < n { left } else { 0 };
                    // SAFETY: as above.
                    unsafe { T::eight(b.wrapping_add(column * b_stride + at), 1, n, b_is_aligned) }
                });
                let (upper, lower) = (T::ready(upper), T::ready(lower));
                for j in 0..4 {
                    T::add(&mut sums[j], upper, lower, T::ready(columns[j]));
                }
            } else {
                let column = first + 4 * group;
                let rows: [T::Four; 8] = core::array::from_fn(|i| {
                    let n = if i < left { n.saturating_sub(column) } else { 0 };
                    // SAFETY: as above.
                    unsafe { T::four(b.wrapping_add((at + i) * b_stride + column), n, b_is_aligned) }
                });
                let (upper, lower) = (T::ready(upper), T::ready(lower));
                for j in 0..4 {
                    T::add(&mut sums[j], upper, lower, T::ready(T::column(&rows, j)));
                }
            }
            step += WARPS * DEPTH;
        }
        for j in 0..4 {
            let elements = sums[j].elements();
            for e in 0..4 {
                let (y, x) = Accumulator::place(e);
                let column = if B_ACROSS == 0 { 8 * j + x as usize } else { 4 * x as usize + j };
                // SAFETY: each element is one lane's.
                unsafe { *shared.add((warp * ROWS + y as usize) * COLUMNS + column) = elements[e as usize] };
            }
        }
        block::sync();
        let (y, x) = (thread::idx_x() as usize / COLUMNS, thread::idx_x() as usize % COLUMNS);
        if y < m && first + x < n {
            let mut sum = 0.0;
            for w in 0..WARPS {
                // SAFETY: behind the barrier.
                sum += unsafe { *shared.add((w * ROWS + y) * COLUMNS + x) };
            }
            let at = c.wrapping_add((batch * job.c_batch) as usize + y * job.c_row as usize + first + x);
            let mut sum = job.alpha as f32 * sum;
            // SAFETY: inside; each element is one thread's.
            unsafe {
                if job.beta as f32 != 0.0 {
                    sum += job.beta as f32 * (*at).widen();
                }
                if job.has_bias != 0 {
                    sum += (*bias.wrapping_add(first + x)).widen();
                }
                *at = U::narrow(sum.activate(job.activation));
            }
        }
        block::sync();
        batch += thread::grid_dim_y() as u64;
    }
}
