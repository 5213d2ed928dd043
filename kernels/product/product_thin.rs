//! Products of f16 and bf16 of at most 16 rows, by the tensor cores of sm_80 and later. They are as fast as B comes
//! from memory: a block has 32 columns, and its 16 warps share k between them and add what they have in order. Operands
//! go straight to registers. A lane has eight k beside each other, which the products take in an order of their own: A's
//! and B's is the same.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, Half, pair};
use rustg_std::prelude::*;

const ROWS: usize = 16;
const COLUMNS: usize = 32;
const WARPS: usize = 16;
/// Of k, that a warp multiplies at a time.
const DEPTH: usize = 32;

/// Eight numbers beside each other.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Eight([u32; 4]);

/// Four numbers beside each other.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
struct Four([u32; 2]);

/// Eight numbers `stride` apart, of which `n` are there.
unsafe fn eight<T: Half>(from: *const T, stride: usize, n: usize, is_aligned: bool) -> [u32; 4] {
    if n >= 8 && is_aligned {
        return unsafe { (*(from as *const Eight)).0 };
    }
    // SAFETY: of those that are there alone.
    let at = |i: usize| if i < n { unsafe { *from.wrapping_add(i * stride) } } else { T::ZERO };
    [pair(at(0), at(1)), pair(at(2), at(3)), pair(at(4), at(5)), pair(at(6), at(7))]
}

/// Four numbers beside each other, of which `n` are there.
unsafe fn four<T: Half>(from: *const T, n: usize, is_aligned: bool) -> [u32; 2] {
    if n >= 4 && is_aligned {
        return unsafe { (*(from as *const Four)).0 };
    }
    // SAFETY: of those that are there alone.
    let at = |i: usize| if i < n { unsafe { *from.wrapping_add(i) } } else { T::ZERO };
    [pair(at(0), at(1)), pair(at(2), at(3))]
}

/// A_ACROSS is 1 where A lies by columns, else 0, B_ACROSS where B lies by rows.
///
/// # Safety
/// The matrices are as the job says, m is at most 16, and nobody else uses C.
#[kernel(block = 512)]
pub unsafe fn thin<T: Half, U: Number<f32>, const A_ACROSS: u32, const B_ACROSS: u32>(
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
        let a_is_aligned = A_ACROSS == 0 && a as usize % 16 == 0 && a_stride % 8 == 0;
        let b_is_aligned = b as usize % 16 == 0 && b_stride % 8 == 0;
        let mut sums = [Accumulator::ZERO; 4];
        let mut step = warp * DEPTH;
        while step < k {
            let at = step + eighth;
            let left = k.saturating_sub(at);
            let row = |row: usize| {
                let from = if A_ACROSS == 0 { row * a_stride + at } else { at * a_stride + row };
                let n = if row < m { left } else { 0 };
                // SAFETY: so many are there.
                unsafe { eight(a.wrapping_add(from), if A_ACROSS == 0 { 1 } else { a_stride }, n, a_is_aligned) }
            };
            let (upper, lower) = (row(group), row(group + 8));
            let first_half = FragmentA::<T>::of([upper[0], lower[0], upper[1], lower[1]]);
            let second_half = FragmentA::<T>::of([upper[2], lower[2], upper[3], lower[3]]);
            let mut put = |j: usize, words: [u32; 4]| {
                sums[j].add_product(first_half, FragmentB::of([words[0], words[1]]));
                sums[j].add_product(second_half, FragmentB::of([words[2], words[3]]));
            };
            if B_ACROSS == 0 {
                let columns: [[u32; 4]; 4] = core::array::from_fn(|j| {
                    let column = first + 8 * j + group;
                    let n = if column < n { left } else { 0 };
                    // SAFETY: as above.
                    unsafe { eight(b.wrapping_add(column * b_stride + at), 1, n, b_is_aligned) }
                });
                for j in 0..4 {
                    put(j, columns[j]);
                }
            } else {
                let column = first + 4 * group;
                let rows: [[u32; 2]; 8] = core::array::from_fn(|i| {
                    let n = if i < left { n.saturating_sub(column) } else { 0 };
                    // SAFETY: as above.
                    unsafe { four(b.wrapping_add((at + i) * b_stride + column), n, b_is_aligned) }
                });
                for j in 0..4 {
                    let both = |i: usize| {
                        let (low, high) = (rows[i][j / 2], rows[i + 1][j / 2]);
                        if j % 2 == 0 { low & 0xFFFF | high << 16 } else { low >> 16 | high & 0xFFFF_0000 }
                    };
                    put(j, [both(0), both(2), both(4), both(6)]);
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
