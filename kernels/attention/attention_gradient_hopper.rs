//! The gradient of attention by the tensor cores of sm_90a. Blocks take tiles of 128 keys and their values in turns, 64
//! for each of two warpgroups, and go over all queries that see one of them, which a thread of a third warpgroup
//! brings: 64 at a time, or 128 of heads of 64 elements. Products of keys and queries have a row for each key, so what
//! is made of them is an operand in registers for the gradients of values and keys; for that of queries it goes through
//! shared memory.
use crate::attention_gradient_numbers::{Job, LOG2_E};
use crate::attention_gradient_tiles::{Products, add_sums, store_columns};
use crate::attention_numbers::{Number, exp2};
use crate::attention_tiles::{BLOCK, Ring};
use rustg_std::hopper::{
    SharedAddress, Sums, TensorMap, fence, fewer_registers, load_four, meet, more_registers, store_tile_at,
    stores_commit, stores_wait,
};
use rustg_std::prelude::*;

const KEYS: u32 = 128;
const STAGES: u32 = 2;
/// A barrier of both warpgroups; 1 and 2 are their own.
const BOTH: u32 = 3;

/// Heads of 128 elements.
///
/// # Safety
/// As of [`differentiate`].
#[kernel(block = 384)]
pub unsafe fn hopper_128<T: Number, const CAUSAL: u32>(
    job: Job,
    maps: [TensorMap; 6],
    stats: *const f32,
    sums: *mut f32,
) where
    Sums<32>: Products<T>,
    Sums<64>: Products<T>,
{
    unsafe { differentiate::<T, 128, 64, 64, 32, 16, CAUSAL>(job, maps.as_ptr(), stats, sums) }
}

/// Heads of 64 elements.
///
/// # Safety
/// As of [`differentiate`].
#[kernel(block = 384)]
pub unsafe fn hopper_64<T: Number, const CAUSAL: u32>(job: Job, maps: [TensorMap; 6], stats: *const f32, sums: *mut f32)
where
    Sums<32>: Products<T>,
    Sums<64>: Products<T>,
{
    unsafe { differentiate::<T, 64, 32, 128, 64, 32, CAUSAL>(job, maps.as_ptr(), stats, sums) }
}

/// D elements a head, 2 O; QUERIES at a time, 2 S, 4 W. maps has one of queries, keys, values, the results' gradient,
/// and the gradients of keys and values, as those of attention, with tiles of QUERIES queries, 128 keys and 64 of the
/// last two. The launch has 1024 + 1024 D + 4 STAGES QUERIES (D + 2) + 512 QUERIES bytes of dynamic shared memory.
///
/// # Safety
/// The tensors are as the job says, stats and sums as `prepare` leaves them, and nobody else uses what is written.
unsafe fn differentiate<
    T: Number,
    const D: u32,
    const O: usize,
    const QUERIES: u32,
    const S: usize,
    const W: usize,
    const CAUSAL: u32,
>(
    job: Job,
    maps: *const TensorMap,
    stats: *const f32,
    sums: *mut f32,
) where
    Sums<O>: Products<T>,
    Sums<S>: Products<T>,
    Sums<32>: Products<T>,
{
    let barriers = SharedAddress::of(Shared::<u64, 10>::new().as_ptr());
    let memory = SharedAddress::of(DynShared::<u128>::new().as_ptr()).align_up(1024);
    let (bytes, part, changes) = (2 * KEYS * D, 2 * QUERIES * D, 2 * QUERIES * KEYS);
    let mut both = Ring::at(memory, 2 * bytes, KEYS, barriers, 1);
    let mut queries = Ring::at(memory + 2 * bytes, part, QUERIES, barriers + 16, STAGES);
    let mut outs = Ring::at(memory + 2 * bytes + STAGES * part, part, QUERIES, barriers + 48, STAGES);
    let (keys, values, ways) = (memory, memory + bytes, memory + 2 * bytes + 2 * STAGES * part);
    let (results, numbers) = (ways + 2 * changes, ways + 2 * changes + 2 * bytes);
    let (warpgroup, thread) = (thread::idx_x() / 128, thread::idx_x() % 128);
    if thread::idx_x() == 0 {
        // SAFETY: the barriers are this thread's until block::sync.
        unsafe {
            both.init(2);
            queries.init(2);
            outs.init(2);
        }
        fence();
    }
    block::sync();
    let tiles = job.n_keys.div_ceil(KEYS) * (job.n_heads / job.sharing.max(1)) * job.n_batch;
    let (tall, mut tile) = (job.n_queries.div_ceil(QUERIES), thread::block_idx_x());
    if warpgroup == 0 {
        // SAFETY: the whole warpgroup comes here, and one thread brings.
        unsafe {
            fewer_registers::<24>();
            while thread == 0 && tile < tiles {
                let (batch, kv_head, key) = job.place(tile, KEYS);
                both.bring_two(maps.wrapping_add(1), maps.wrapping_add(2), key, kv_head, batch);
                for i in 0..job.sharing {
                    let head = kv_head * job.sharing + i;
                    for row in job.seen_from::<CAUSAL>(key) / QUERIES..tall {
                        let row = row * QUERIES;
                        let more = stats.wrapping_add(job.stats_of(batch, head, row));
                        queries.bring_with(maps, row, head, batch, more, numbers, QUERIES * 8);
                        outs.bring(maps.wrapping_add(3), row, head, batch);
                    }
                }
                tile += thread::grid_dim_x();
            }
        }
        return;
    }
    // SAFETY: as above.
    unsafe { more_registers::<240>() };
    let (own, is_first, lane) = (warpgroup - 1, thread == 0, warp::lane());
    let own_line = (64 * own + thread / 32 * 16 + lane % 16) * 128;
    // Of heads of 128 elements each warpgroup makes the gradient of half of them, else that of half of the queries.
    let (way_part, keys_part) = if D == 128 { (0, own * BLOCK) } else { (own * BLOCK, 0) };
    let scale = job.scale * LOG2_E;
    let (mut ahead, own_keys, own_values) =
        (queries, (keys + 8192 * own).descriptor(), (values + 8192 * own).descriptor());
    let mut way = 0u32;
    while tile < tiles {
        let (batch, kv_head, key) = job.place(tile, KEYS);
        let line = key + 64 * own + thread / 32 * 16 + lane / 4;
        let from = |key: u32| if key < job.n_keys { job.seen_from::<CAUSAL>(key) } else { u32::MAX };
        let (by_all, seen) = (from(key + 64 * own + 63), [from(line), from(line + 8)]);
        let first = job.seen_from::<CAUSAL>(key) / QUERIES;
        let count = tall.saturating_sub(first);
        let (mut head, mut left, mut at) = (kv_head * job.sharing, count * job.sharing, 0u32);
        let mut k_sums = Sums::<O>::ZERO;
        let mut v_sums = Sums::<O>::ZERO;
        let mut scores = Sums::<S>::ZERO;
        let mut slopes = Sums::<S>::ZERO;
        let mut q_sums = Sums::<32>::ZERO;
        let (mut weights, mut changed) = ([0u32; W], [0u32; W]);
        macro_rules! turn {
            ($has_next:literal) => {
                let row = (first + at) * QUERIES;
                let stats = numbers + queries.stage * QUERIES * 8 + lane % 4 * 16;
                scores.wait::<0>();
                outs.full().wait(outs.parity);
                slopes.multiply::<D, QUERIES>(own_values, outs.tile());
                let all = scores.elements_mut();
                if row < by_all {
                    for e in 0..S {
                        let query = row + e as u32 / 4 * 8 + lane % 4 * 2 + e as u32 % 2;
                        if query < seen[e / 2 % 2] {
                            all[e] = f32::NEG_INFINITY;
                        }
                    }
                }
                for i in 0..S / 4 {
                    let four = load_four(stats + 64 * i as u32);
                    for e in 0..4 {
                        all[4 * i + e] = exp2(all[4 * i + e].mul_add(scale, four[e % 2]));
                    }
                    weights[2 * i] = T::two(all[4 * i], all[4 * i + 1]);
                    weights[2 * i + 1] = T::two(all[4 * i + 2], all[4 * i + 3]);
                }
                v_sums.add_rows(&mut weights, outs.tile());
                slopes.wait::<1>();
                let all = slopes.elements();
                for i in 0..S / 4 {
                    let four = load_four(stats + 64 * i as u32);
                    let change = |e: usize| {
                        let weight = T::of_bits((weights[2 * i + e / 2] >> (16 * (e % 2))) as u16).widen();
                        weight * (all[4 * i + e] - four[2 + e % 2])
                    };
                    changed[2 * i] = T::two(change(0), change(1));
                    changed[2 * i + 1] = T::two(change(2), change(3));
                }
                for i in 0..W / 4 {
                    let four = [changed[4 * i], changed[4 * i + 1], changed[4 * i + 2], changed[4 * i + 3]];
                    store_columns(ways + way + own_line, i as u32, four);
                }
                fence();
                meet::<256>(BOTH);
                q_sums.multiply_columns(ways + way + way_part, keys + keys_part);
                k_sums.add_rows(&mut changed, queries.tile());
                v_sums.wait_with::<2, W>(&mut weights);
                outs.give_back(is_first);
                q_sums.wait::<1>();
                add_sums(sums.wrapping_add(job.sums_of(batch, head, row, D) + own as usize * 4096), &q_sums);
                if $has_next {
                    ahead.full().wait(ahead.parity);
                    scores.multiply::<D, QUERIES>(own_keys, ahead.tile());
                    ahead.next();
                    k_sums.wait_with::<1, W>(&mut changed);
                } else {
                    k_sums.wait_with::<0, W>(&mut changed);
                }
                queries.give_back(is_first);
                way = changes - way;
                at += 1;
                if at == count {
                    at = 0;
                    head += 1;
                }
            };
        }
        // SAFETY: a stage is used while it is full, and given back when the products are done; the warpgroup's part of
        // the results is its own once the last store has read it.
        unsafe {
            both.full().wait(both.parity);
            if left > 0 {
                ahead.full().wait(ahead.parity);
                scores.multiply::<D, QUERIES>(own_keys, ahead.tile());
                ahead.next();
                while left > 1 {
                    turn!(true);
                    left -= 1;
                }
                turn!(false);
            }
            both.give_back(is_first);
            if is_first {
                stores_wait::<0>();
            }
            meet::<128>(warpgroup);
            for i in 0..O / 8 {
                let all = k_sums.elements();
                let two = |e: usize| T::two(all[8 * i + e] * job.scale, all[8 * i + e + 1] * job.scale);
                store_columns(results + own_line, i as u32, [two(0), two(2), two(4), two(6)]);
                let all = v_sums.elements();
                let two = |e: usize| T::two(all[8 * i + e], all[8 * i + e + 1]);
                store_columns(results + bytes + own_line, i as u32, [two(0), two(2), two(4), two(6)]);
            }
            fence();
            meet::<128>(warpgroup);
            if is_first && key + 64 * own < job.n_keys {
                for i in 0..D / 64 {
                    let (from, at) = (results + 8192 * own + i * BLOCK, [64 * i, key + 64 * own, kv_head, batch]);
                    store_tile_at(maps.wrapping_add(4), from, at);
                    store_tile_at(maps.wrapping_add(5), from + bytes, at);
                }
                stores_commit();
            }
        }
        tile += thread::grid_dim_x();
    }
    if is_first {
        stores_wait::<0>();
    }
}
