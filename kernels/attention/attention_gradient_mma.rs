//! The gradient of attention by the tensor cores of sm_80 and later, of any strides and alignment. A block of `keys`
//! has 64 keys and goes over the queries that see them, one of `queries` has 64 queries and goes over their keys; a
//! warp has 16. What the block goes over comes 32 at a time. Both make the weights and their gradients anew.
use crate::attention_gradient_numbers::{Job, LOG2_E, Steps};
use crate::attention_lines::{Lines, place};
use crate::attention_numbers::{Number, exp2};
use rustg_std::mma::{Accumulator, FragmentA, FragmentB, copies_wait, load_matrices, load_matrices_transposed};
use rustg_std::prelude::*;

const OWN: u32 = 64;
const TURN: u32 = 32;

/// What a warp makes of its 16 rows and the 32 there are.
type Scores = [[Accumulator; 2]; 2];
/// What it adds up.
type Totals = [[Accumulator; 2]; 8];

fn lines_of<T: Number>(from: *const T, steps: &Steps, batch: u32, head: u32, count: u32) -> Lines<T> {
    Lines::new(from, steps.at(batch, head, 0) as u64, steps.row, count)
}

/// Products of the warp's 16 rows of `left` and 32 rows of `right`.
///
/// # Safety
/// Both are there.
unsafe fn multiply<T: Number, const D: usize>(left: *const T, right: *const T) -> Scores {
    let (warp, lane) = (thread::idx_x() as usize / 32, warp::lane() as usize);
    let mut scores = [[Accumulator::ZERO; 2]; 2];
    for i in 0..D / 16 {
        // SAFETY: inside.
        unsafe {
            let own = load_matrices(left.wrapping_add(place::<D>(16 * warp + lane % 16, 2 * i + lane / 16)));
            let own = FragmentA::<T>::of(own);
            for j in 0..2 {
                let at = place::<D>(16 * j + lane % 8 + lane / 16 * 8, 2 * i + lane / 8 % 2);
                let other = load_matrices(right.wrapping_add(at));
                scores[j][0].add_product(own, FragmentB::of([other[0], other[1]]));
                scores[j][1].add_product(own, FragmentB::of([other[2], other[3]]));
            }
        }
    }
    scores
}

/// Adds the product of 16 rows and 32 columns and the 32 rows of `right`.
///
/// # Safety
/// They are there.
unsafe fn add_rows<T: Number, const D: usize>(totals: &mut Totals, left: &[f32; 16], right: *const T) {
    let lane = warp::lane() as usize;
    for i in 0..2 {
        let two = |e: usize| T::two(left[8 * i + e], left[8 * i + e + 1]);
        let own = FragmentA::<T>::of([two(0), two(2), two(4), two(6)]);
        for j in 0..D / 16 {
            let at = place::<D>(16 * i + lane % 16, 2 * j + lane / 16);
            // SAFETY: inside.
            let other = unsafe { load_matrices_transposed(right.wrapping_add(at)) };
            totals[j][0].add_product(own, FragmentB::of([other[0], other[1]]));
            totals[j][1].add_product(own, FragmentB::of([other[2], other[3]]));
        }
    }
}

/// Stores 16 rows from `first` on, of which there are so many, with a factor.
///
/// # Safety
/// They are this warp's.
unsafe fn store<T: Number, const D: usize>(
    totals: &Totals,
    to: *mut T,
    stride: u64,
    first: u32,
    count: u32,
    scale: f32,
) {
    let lane = warp::lane();
    for j in 0..D / 8 {
        let elements = totals[j / 2][j % 2].elements();
        for i in 0..2 {
            let line = first + lane / 4 + 8 * i as u32;
            let bits = T::two(elements[2 * i] * scale, elements[2 * i + 1] * scale);
            if line < count {
                let to = to.wrapping_add((line as u64 * stride) as usize + 8 * j + lane as usize % 4 * 2);
                // SAFETY: inside, and this lane's.
                unsafe {
                    *to = T::of_bits(bits as u16);
                    *to.add(1) = T::of_bits((bits >> 16) as u16);
                }
            }
        }
    }
}

/// The gradients of keys and values.
///
/// # Safety
/// The tensors are as the job says, stats as `prepare` leaves them, and nobody else uses what is written.
#[kernel(block = 128)]
pub unsafe fn keys<T: Number, const D: usize, const CAUSAL: u32>(
    job: Job,
    q: *const T,
    k: *const T,
    v: *const T,
    o_gradient: *const T,
    stats: *const f32,
    k_gradient: *mut T,
    v_gradient: *mut T,
) {
    let own_keys = Shared::<u128, 1024>::new().as_ptr() as *mut T; // 64 lines of up to 128 elements
    let own_values = Shared::<u128, 1024>::new().as_ptr() as *mut T;
    let queries = Shared::<u128, 512>::new().as_ptr() as *mut T;
    let outs = Shared::<u128, 512>::new().as_ptr() as *mut T;
    let (batch, kv_head, key) = job.place(thread::block_idx_x(), OWN);
    let lane = warp::lane();
    let line = key + thread::idx_x() / 32 * 16;
    let from = |key: u32| {
        if key < job.n_keys { job.seen_from::<CAUSAL>(key) } else { u32::MAX }
    };
    let seen = [from(line + lane / 4), from(line + lane / 4 + 8)];
    let first = job.seen_from::<CAUSAL>(key) / TURN;
    let (mut k_totals, mut v_totals) = ([[Accumulator::ZERO; 2]; 8], [[Accumulator::ZERO; 2]; 8]);
    // SAFETY: barriers are between copies and their uses, and between those and the next copies.
    unsafe {
        lines_of(k, &job.k, batch, kv_head, job.n_keys).bring::<D, 64>(own_keys, key);
        lines_of(v, &job.v, batch, kv_head, job.n_keys).bring::<D, 64>(own_values, key);
        for i in 0..job.sharing {
            let head = kv_head * job.sharing + i;
            let stats = stats.wrapping_add(job.stats_of(batch, head, 0));
            for tile in first..job.n_queries.div_ceil(TURN) {
                let row = tile * TURN;
                lines_of(q, &job.q, batch, head, job.n_queries).bring::<D, 32>(queries, row);
                lines_of(o_gradient, &job.o_gradient, batch, head, job.n_queries).bring::<D, 32>(outs, row);
                copies_wait::<0>();
                block::sync();
                let scores = multiply::<T, D>(own_keys, queries);
                let slopes = multiply::<T, D>(own_values, outs);
                let (mut weights, mut changes) = ([0.0f32; 16], [0.0f32; 16]);
                for e in 0..16 {
                    let query = row + e as u32 / 4 * 8 + lane % 4 * 2 + e as u32 % 2;
                    let at = stats.wrapping_add(query as usize / 2 * 4 + query as usize % 2);
                    let score = scores[e / 8][e / 4 % 2].elements()[e % 4];
                    let slope = slopes[e / 8][e / 4 % 2].elements()[e % 4];
                    weights[e] = exp2(score.mul_add(job.scale * LOG2_E, *at));
                    if query < seen[e / 2 % 2] {
                        weights[e] = 0.0;
                    }
                    weights[e] = T::of_bits(T::two(weights[e], 0.0) as u16).widen();
                    changes[e] = weights[e] * (slope - *at.add(2));
                }
                add_rows::<T, D>(&mut v_totals, &weights, outs);
                add_rows::<T, D>(&mut k_totals, &changes, queries);
                block::sync();
            }
        }
        copies_wait::<0>();
        let to = k_gradient.wrapping_add(job.k_gradient.at(batch, kv_head, 0));
        store::<T, D>(&k_totals, to, job.k_gradient.row, line, job.n_keys, job.scale);
        let to = v_gradient.wrapping_add(job.v_gradient.at(batch, kv_head, 0));
        store::<T, D>(&v_totals, to, job.v_gradient.row, line, job.n_keys, 1.0);
    }
}

/// The gradient of queries.
///
/// # Safety
/// As of [`keys`].
#[kernel(block = 128)]
pub unsafe fn queries<T: Number, const D: usize, const CAUSAL: u32>(
    job: Job,
    q: *const T,
    k: *const T,
    v: *const T,
    o_gradient: *const T,
    stats: *const f32,
    q_gradient: *mut T,
) {
    let own_queries = Shared::<u128, 1024>::new().as_ptr() as *mut T; // 64 lines of up to 128 elements
    let own_outs = Shared::<u128, 1024>::new().as_ptr() as *mut T;
    let keys = Shared::<u128, 512>::new().as_ptr() as *mut T;
    let values = Shared::<u128, 512>::new().as_ptr() as *mut T;
    let tall = job.n_queries.div_ceil(OWN).max(1);
    let (head, tile) = (thread::block_idx_x() / tall, tall - 1 - thread::block_idx_x() % tall);
    let (batch, head, row) = (head / job.n_heads.max(1), head % job.n_heads.max(1), tile * OWN);
    let (kv_head, lane) = (head / job.sharing.max(1), warp::lane());
    let line = row + thread::idx_x() / 32 * 16;
    let own = [line + lane / 4, line + lane / 4 + 8];
    // Queries behind the last one have room in stats.
    let of = |query: u32| stats.wrapping_add(job.stats_of(batch, head, query / 2 * 2) + query as usize % 2);
    let last = job.n_queries.min(row + OWN) - 1;
    let end = if CAUSAL == 0 { job.n_keys } else { (last + 1 + job.n_keys).saturating_sub(job.n_queries) };
    let mut totals = [[Accumulator::ZERO; 2]; 8];
    // SAFETY: as above.
    unsafe {
        let shifts = [*of(own[0]), *of(own[1])];
        let means = [*of(own[0]).add(2), *of(own[1]).add(2)];
        lines_of(q, &job.q, batch, head, job.n_queries).bring::<D, 64>(own_queries, row);
        lines_of(o_gradient, &job.o_gradient, batch, head, job.n_queries).bring::<D, 64>(own_outs, row);
        for tile in 0..end.div_ceil(TURN) {
            let key = tile * TURN;
            lines_of(k, &job.k, batch, kv_head, job.n_keys).bring::<D, 32>(keys, key);
            lines_of(v, &job.v, batch, kv_head, job.n_keys).bring::<D, 32>(values, key);
            copies_wait::<0>();
            block::sync();
            let scores = multiply::<T, D>(own_queries, keys);
            let slopes = multiply::<T, D>(own_outs, values);
            let mut changes = [0.0f32; 16];
            for e in 0..16 {
                let key = key + e as u32 / 4 * 8 + lane % 4 * 2 + e as u32 % 2;
                let score = scores[e / 8][e / 4 % 2].elements()[e % 4];
                let slope = slopes[e / 8][e / 4 % 2].elements()[e % 4];
                let mut weight = exp2(score.mul_add(job.scale * LOG2_E, shifts[e / 2 % 2]));
                if key >= job.n_keys || own[e / 2 % 2] < job.seen_from::<CAUSAL>(key) {
                    weight = 0.0;
                }
                weight = T::of_bits(T::two(weight, 0.0) as u16).widen();
                changes[e] = weight * (slope - means[e / 2 % 2]);
            }
            add_rows::<T, D>(&mut totals, &changes, keys);
            block::sync();
        }
        copies_wait::<0>();
        let to = q_gradient.wrapping_add(job.q_gradient.at(batch, head, 0));
        store::<T, D>(&totals, to, job.q_gradient.row, line, job.n_queries, job.scale);
    }
}
