//! Attention by the tensor cores of sm_90a. Blocks take tiles of 128 or 192 queries in turns. One thread of the first
//! warpgroup brings the queries, and keys and values by blocks of 128, the last ones first. The other warpgroups have
//! 64 queries each. While the products of a block's keys are made powers of two, the tensor cores add up the values of
//! the block before; and two warpgroups may take turns, so that one has the tensor cores while the other one has powers
//! to make.
use crate::attention_numbers::{Job, Rows};
use crate::attention_tiles::{BLOCK, Factor, Ring};
use rustg_std::hopper::{
    SharedAddress, Sums, TensorMap, fence, fewer_registers, meet, more_registers, pass, store_matrices, store_tile_at,
    stores_commit, stores_wait,
};
use rustg_std::prelude::*;

const KEYS: u32 = 128;
const STAGES: u32 = 2;
/// Barriers of the block's threads: 1 and 2 are a warpgroup's own, 3 and 4 say that it has the tensor cores.
const TURN: u32 = 2;

/// Heads of 128 elements: two warpgroups, which take turns where tiles are of different lengths.
///
/// # Safety
/// As of [`attend`].
#[kernel(block = 384)]
pub unsafe fn hopper_128<T: Factor<64>, const CAUSAL: u32>(job: Job, maps: [TensorMap; 4], logs: *mut f32) {
    unsafe { attend::<T, 128, 64, 128, CAUSAL, CAUSAL>(job, maps.as_ptr(), logs) }
}

/// Heads of 64 elements: three warpgroups.
///
/// # Safety
/// As of [`attend`].
#[kernel(block = 512)]
pub unsafe fn hopper_64<T: Factor<32>, const CAUSAL: u32>(job: Job, maps: [TensorMap; 4], logs: *mut f32) {
    unsafe { attend::<T, 64, 32, 192, CAUSAL, 0>(job, maps.as_ptr(), logs) }
}

/// D elements a head, 2 O. A tile has ROWS queries, 64 a warpgroup, which take TURNS if there are two and that is 1.
/// maps has one of queries, keys, values and results: with rows, heads and batches as dimensions two to four, and
/// tiles of 64 elements of ROWS queries, 128 keys or values and 64 results, with a swizzle of 128 bytes. The launch
/// has 1024 bytes, twice 2 D ROWS and four times 256 D of dynamic shared memory, and at most as many blocks as there
/// are multiprocessors.
///
/// # Safety
/// The tensors are as the job says, and nobody else uses the results.
unsafe fn attend<T: Factor<O>, const D: u32, const O: usize, const ROWS: u32, const CAUSAL: u32, const TURNS: u32>(
    job: Job,
    maps: *const TensorMap,
    logs: *mut f32,
) {
    let barriers = SharedAddress::of(Shared::<u64, 10>::new().as_ptr());
    let memory = SharedAddress::of(DynShared::<u128>::new().as_ptr()).align_up(1024);
    let (bytes, own_bytes) = (2 * KEYS * D, 2 * ROWS * D);
    let results = memory + own_bytes + 2 * STAGES * bytes;
    let mut queries = Ring::at(memory, own_bytes, ROWS, barriers, 1);
    let mut keys = Ring::at(memory + own_bytes, bytes, KEYS, barriers + 16, STAGES);
    let values = memory + own_bytes + STAGES * bytes;
    let mut values = Ring::at(values, bytes, KEYS, barriers + 16 + 16 * STAGES, STAGES);
    let (warpgroup, thread) = (thread::idx_x() / 128, thread::idx_x() % 128);
    if thread::idx_x() == 0 {
        // SAFETY: the barriers are this thread's until block::sync.
        unsafe {
            queries.init(ROWS / 64);
            keys.init(ROWS / 64);
            values.init(ROWS / 64);
        }
        fence();
    }
    block::sync();
    let tiles = job.n_queries.div_ceil(ROWS) * job.n_heads * job.n_batch;
    let mut tile = thread::block_idx_x();
    if warpgroup == 0 {
        // SAFETY: the whole warpgroup comes here.
        unsafe {
            if ROWS == 128 {
                fewer_registers::<40>();
            } else {
                fewer_registers::<32>();
            }
        }
        if thread != 0 {
            return;
        }
        while tile < tiles {
            let (batch, head, row) = job.place(tile, ROWS);
            let mut block = job.sees::<CAUSAL>(job.n_queries.min(row + ROWS) - 1).div_ceil(KEYS);
            // SAFETY: this is the thread that brings.
            unsafe {
                if block > 0 {
                    queries.bring(maps, row, head, batch);
                }
                while block > 0 {
                    block -= 1;
                    keys.bring(maps.wrapping_add(1), block * KEYS, head / job.sharing.max(1), batch);
                    values.bring(maps.wrapping_add(2), block * KEYS, head / job.sharing.max(1), batch);
                }
            }
            tile += thread::grid_dim_x();
        }
        return;
    }
    // SAFETY: as above.
    unsafe {
        if ROWS == 128 {
            more_registers::<232>();
        } else {
            more_registers::<160>();
        }
        if TURNS == 1 && warpgroup == 2 {
            pass::<256>(TURN + 1);
        }
    }
    let (is_first, lane) = (thread == 0, warp::lane());
    let mut scores = Sums::<64>::ZERO;
    let mut powers = [0u32; 32];
    while tile < tiles {
        let (batch, head, row) = job.place(tile, ROWS);
        let row = row + 64 * (warpgroup - 1);
        let mut block = job.sees::<CAUSAL>(job.n_queries.min(row + ROWS - 64 * (warpgroup - 1)) - 1).div_ceil(KEYS);
        // How many keys the thread's two queries see, and all of the warpgroup.
        let own = row + Sums::<64>::place(0).0;
        let seen = [job.sees::<CAUSAL>(own), job.sees::<CAUSAL>(own + 8)];
        let by_all = job.sees::<CAUSAL>(row);
        let mut out = Sums::<O>::ZERO;
        let mut rows = Rows::NONE;
        // Products of the queries and a block's keys.
        macro_rules! multiply {
            () => {{
                let (q, k) = ((queries.tile() + 8192 * (warpgroup - 1)).descriptor(), keys.tile().descriptor());
                scores.begin();
                T::set(&mut scores, q, k);
                T::add(&mut scores, q + 2, k + 2);
                T::add(&mut scores, q + 4, k + 4);
                T::add(&mut scores, q + 6, k + 6);
                if D == 128 {
                    let (q, k) = (q + ROWS as u64 * 8, k + BLOCK as u64 / 16);
                    T::add(&mut scores, q, k);
                    T::add(&mut scores, q + 2, k + 2);
                    T::add(&mut scores, q + 4, k + 4);
                    T::add(&mut scores, q + 6, k + 6);
                }
                scores.commit();
            }};
        }
        // Adds the values of the block whose powers are there.
        macro_rules! add_values {
            () => {{
                let v = values.tile().descriptor_across(BLOCK);
                out.begin_with(&mut powers);
                for i in 0..8 {
                    let at = [powers[4 * i], powers[4 * i + 1], powers[4 * i + 2], powers[4 * i + 3]];
                    T::add_values(&mut out, at, v + 128 * i as u64);
                }
                out.commit();
            }};
        }
        macro_rules! round {
            () => {
                let all = scores.elements();
                for i in 0..32 {
                    powers[i] = T::two(all[2 * i], all[2 * i + 1]);
                }
            };
        }
        macro_rules! turn {
            ($masked:literal) => {
                block -= 1;
                values.full().wait(values.parity);
                keys.full().wait(keys.parity);
                if TURNS == 1 {
                    meet::<256>(TURN + warpgroup);
                }
                multiply!();
                add_values!();
                if TURNS == 1 {
                    pass::<256>(TURN + 3 - warpgroup);
                }
                scores.wait::<1>();
                keys.give_back(is_first);
                let worth = rows.raise::<64, $masked>(scores.elements_mut(), job.scale, block * KEYS, seen);
                out.wait_with::<0, 32>(&mut powers);
                values.give_back(is_first);
                round!();
                let sums = out.elements_mut();
                for e in 0..O {
                    sums[e] *= worth[e / 2 % 2];
                }
            };
        }
        if block > 0 {
            // SAFETY: a stage is used while it is full, and given back when the products are done.
            unsafe {
                block -= 1;
                queries.full().wait(queries.parity);
                keys.full().wait(keys.parity);
                multiply!();
                scores.wait::<0>();
                keys.give_back(is_first);
                rows.raise::<64, 1>(scores.elements_mut(), job.scale, block * KEYS, seen);
                round!();
                while block > 0 && block * KEYS > by_all {
                    turn!(1);
                }
                while block > 0 {
                    turn!(0);
                }
                queries.give_back(is_first);
                values.full().wait(values.parity);
                add_values!();
                out.wait_with::<0, 32>(&mut powers);
                values.give_back(is_first);
            }
        }
        // SAFETY: the warpgroup's part of the results is its own once the last store has read it; its logarithms are.
        unsafe {
            let shares = rows.shares(job.scale, job.log_of(logs, batch, head, own), job.n_queries.saturating_sub(own));
            if is_first {
                stores_wait::<0>();
            }
            meet::<128>(warpgroup);
            let part = results + (warpgroup - 1) * 64 * 2 * D;
            let line = part + (thread / 32 * 16 + lane % 16) * 128;
            let sums = out.elements();
            for i in 0..O / 8 {
                let two = |e: usize| T::two(sums[e] * shares[e / 2 % 2], sums[e + 1] * shares[e / 2 % 2]);
                let chunk = (i % 4) as u32 * 2 + lane / 16;
                let at = line + (i / 4) as u32 * 64 * 128 + (chunk ^ (lane % 8)) * 16;
                store_matrices(at, [two(8 * i), two(8 * i + 2), two(8 * i + 4), two(8 * i + 6)]);
            }
            fence();
            meet::<128>(warpgroup);
            if is_first && row < job.n_queries {
                for i in 0..D / 64 {
                    store_tile_at(maps.wrapping_add(3), part + i * 64 * 128, [64 * i, row, head, batch]);
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
