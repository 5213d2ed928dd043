//! Attention by the tensor cores of sm_80 and later, of any strides and alignment. A block has 64 queries, of which
//! each warp has 16 in registers, and takes keys and values by blocks of 64, the last ones first: while the keys of a
//! block are multiplied its values come, and while those are added the keys of the next block.
use crate::attention_lines::{Lines, place};
use crate::attention_numbers::{Job, Number, Rows};
use rustg_std::mma::{
    Accumulator, FragmentA, FragmentB, copies_commit, copies_wait, load_matrices, load_matrices_transposed,
};
use rustg_std::prelude::*;

const ROWS: u32 = 64;
const KEYS: u32 = 64;

/// D elements a head. A block a tile of 64 queries.
///
/// # Safety
/// The tensors are as the job says, and nobody else uses the results.
#[kernel(block = 128)]
pub unsafe fn mma<T: Number, const D: usize, const CAUSAL: u32>(
    job: Job,
    q: *const T,
    k: *const T,
    v: *const T,
    o: *mut T,
    logs: *mut f32,
) {
    let keys = Shared::<u128, 1024>::new().as_ptr() as *mut T; // 64 lines of up to 128 elements
    let values = Shared::<u128, 1024>::new().as_ptr() as *mut T;
    let (batch, head, row) = job.place(thread::block_idx_x(), ROWS);
    let (warp, lane) = (thread::idx_x() as usize / 32, warp::lane() as usize);
    let at = |batch_stride: u64, head_stride: u64, head: u32| batch as u64 * batch_stride + head as u64 * head_stride;
    let kv_head = head / job.sharing.max(1);
    let q = Lines::new(q, at(job.q_batch, job.q_head, head), job.q_row, job.n_queries);
    let k = Lines::new(k, at(job.k_batch, job.k_head, kv_head), job.k_row, job.n_keys);
    let v = Lines::new(v, at(job.v_batch, job.v_head, kv_head), job.v_row, job.n_keys);
    let o = o.wrapping_add(at(job.o_batch, job.o_head, head) as usize);
    let own = row + (16 * warp + lane / 4) as u32;
    let seen = [job.sees::<CAUSAL>(own), job.sees::<CAUSAL>(own + 8)];
    let by_all = job.sees::<CAUSAL>(row);
    let mut block = job.sees::<CAUSAL>(job.n_queries.min(row + ROWS) - 1).div_ceil(KEYS);
    let mut rows = Rows::NONE;
    let mut sums = [[Accumulator::ZERO; 2]; 8];
    let mut queries = [[0u32; 4]; 8];
    // SAFETY: barriers are between copies and their uses, and between those and the next copies.
    unsafe {
        q.bring::<D, 64>(keys, row);
        copies_wait::<0>();
        block::sync();
        for i in 0..D / 16 {
            queries[i] = load_matrices(keys.wrapping_add(place::<D>(16 * warp + lane % 16, 2 * i + lane / 16)));
        }
        block::sync();
        if block > 0 {
            k.bring::<D, 64>(keys, (block - 1) * KEYS);
        }
        while block > 0 {
            block -= 1;
            v.bring::<D, 64>(values, block * KEYS);
            copies_wait::<1>();
            block::sync();
            let mut scores = [[Accumulator::ZERO; 2]; 4];
            for i in 0..D / 16 {
                for j in 0..4 {
                    let at = place::<D>(16 * j + lane % 8 + lane / 16 * 8, 2 * i + lane / 8 % 2);
                    let right = load_matrices(keys.wrapping_add(at));
                    let left = FragmentA::<T>::of(queries[i]);
                    scores[j][0].add_product(left, FragmentB::of([right[0], right[1]]));
                    scores[j][1].add_product(left, FragmentB::of([right[2], right[3]]));
                }
            }
            block::sync();
            if block > 0 {
                k.bring::<D, 64>(keys, (block - 1) * KEYS);
            } else {
                copies_commit();
            }
            let mut all = [0.0f32; 32];
            for e in 0..32 {
                all[e] = scores[e / 8][e / 4 % 2].elements()[e % 4];
            }
            let worth = if (block + 1) * KEYS > by_all {
                rows.raise::<32, 1>(&mut all, job.scale, block * KEYS, seen)
            } else {
                rows.raise::<32, 0>(&mut all, job.scale, block * KEYS, seen)
            };
            for j in 0..D / 16 {
                for e in 0..4 {
                    sums[j][0].elements_mut()[e] *= worth[e / 2];
                    sums[j][1].elements_mut()[e] *= worth[e / 2];
                }
            }
            copies_wait::<1>();
            block::sync();
            for i in 0..4 {
                let two = |e: usize| T::two(all[8 * i + e], all[8 * i + e + 1]);
                let left = FragmentA::<T>::of([two(0), two(2), two(4), two(6)]);
                for j in 0..D / 16 {
                    let at = place::<D>(16 * i + lane % 16, 2 * j + lane / 16);
                    let right = load_matrices_transposed(values.wrapping_add(at));
                    sums[j][0].add_product(left, FragmentB::of([right[0], right[1]]));
                    sums[j][1].add_product(left, FragmentB::of([right[2], right[3]]));
                }
            }
            block::sync();
        }
        copies_wait::<0>();
    }
    // SAFETY: there are so many.
    let shares =
        unsafe { rows.shares(job.scale, job.log_of(logs, batch, head, own), job.n_queries.saturating_sub(own)) };
    for j in 0..D / 8 {
        let elements = sums[j / 2][j % 2].elements();
        for i in 0..2 {
            let own = own + 8 * i as u32;
            let bits = T::two(elements[2 * i] * shares[i], elements[2 * i + 1] * shares[i]);
            if own < job.n_queries {
                let to = o.wrapping_add((own as u64 * job.o_row) as usize + 8 * j + lane % 4 * 2);
                // SAFETY: inside, and this lane's.
                unsafe {
                    *to = T::of_bits(bits as u16);
                    *to.add(1) = T::of_bits((bits >> 16) as u16);
                }
            }
        }
    }
}
