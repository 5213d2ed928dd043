//! What all kernels of attention's gradient share, and those that come before and behind the products.
use crate::attention_numbers::Number;
use rustg_std::prelude::*;

/// Batches, heads and rows step so many elements.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Steps {
    pub batch: u64,
    pub head: u64,
    pub row: u64,
}

impl Steps {
    pub fn at(&self, batch: u32, head: u32, row: u32) -> usize {
        (batch as u64 * self.batch + head as u64 * self.head + row as u64 * self.row) as usize
    }
}

/// A query sees all keys, or if causal those up to its own place, where the last query and the last key have the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Job {
    pub n_batch: u32,
    pub n_heads: u32,
    /// Heads of queries that share one of keys and values.
    pub sharing: u32,
    pub n_queries: u32,
    pub n_keys: u32,
    /// Queries of a head for which `stats` and `sums` have room, a multiple of 128.
    pub room: u32,
    /// Heads of keys whose tiles are done in turns.
    pub together: u32,
    /// Of products of queries and keys.
    pub scale: f32,
    pub q: Steps,
    pub k: Steps,
    pub v: Steps,
    pub o: Steps,
    pub o_gradient: Steps,
    pub q_gradient: Steps,
    pub k_gradient: Steps,
    pub v_gradient: Steps,
}

pub const LOG2_E: f32 = 1.442695;

impl Job {
    /// The first query that sees the key.
    pub fn seen_from<const CAUSAL: u32>(&self, key: u32) -> u32 {
        if CAUSAL == 0 { 0 } else { (key + self.n_queries).saturating_sub(self.n_keys) }
    }

    /// The batch, head of keys and first key of a tile of so many keys. The longest ones come first.
    pub fn place(&self, tile: u32, keys: u32) -> (u32, u32, u32) {
        let tall = self.n_keys.div_ceil(keys);
        let n = self.n_heads / self.sharing.max(1);
        let first = tile / (tall * self.together).max(1) * self.together;
        let here = self.together.min(n * self.n_batch - first).max(1);
        let rest = tile - first * tall;
        let (head, n) = (first + rest % here, n.max(1));
        (head / n, head % n, rest / here * keys)
    }

    /// Where what `stats` has of a head's queries from an even one on lies: of each two what is added to products of
    /// the first and of the second one to make weights powers of two of them, then the sum of all gradients of weights,
    /// each by its weight.
    pub fn stats_of(&self, batch: u32, head: u32, query: u32) -> usize {
        (((batch * self.n_heads + head) as u64 * self.room as u64 + query as u64) * 2) as usize
    }

    /// Where the sums of the gradient of a head's queries from one on, which is a multiple of 64, lie: of 64 queries
    /// and as many elements of each together.
    pub fn sums_of(&self, batch: u32, head: u32, query: u32, size: u32) -> usize {
        (((batch * self.n_heads + head) as u64 * self.room as u64 + query as u64) * size as u64) as usize
    }
}

/// Whether vectors lie so that D / 32 elements of a lane can be read at once.
fn is_aligned<T, const D: usize>(at: *const T, steps: &Steps) -> bool {
    let steps = (steps.batch | steps.head | steps.row) as usize * size_of::<T>();
    (at as usize | steps) % (D / 32 * size_of::<T>()) == 0
}

/// The lane's part of a vector: D / 32 elements beside each other.
///
/// # Safety
/// They are there, and aligned if they are said to be.
unsafe fn lane_of<T: Number, const D: usize>(at: *const T, is_aligned: bool) -> [f32; 4] {
    let at = at.wrapping_add(warp::lane() as usize * (D / 32));
    let mut all = [0.0f32; 4];
    unsafe {
        if is_aligned && D == 128 {
            let bits = *(at as *const u64);
            for i in 0..4 {
                all[i] = T::of_bits((bits >> (16 * i)) as u16).widen();
            }
        } else if is_aligned {
            let bits = *(at as *const u32);
            for i in 0..2 {
                all[i] = T::of_bits((bits >> (16 * i)) as u16).widen();
            }
        } else {
            for i in 0..D / 32 {
                all[i] = (*at.add(i)).widen();
            }
        }
    }
    all
}

/// Fills stats, of a query a warp, and where there are sums makes them zero.
///
/// # Safety
/// The tensors are as the job says, and nobody else uses stats and sums.
#[kernel(block = 256)]
pub unsafe fn prepare<T: Number, const D: usize>(
    job: Job,
    logs: *const f32,
    o: *const T,
    o_gradient: *const T,
    stats: *mut f32,
    sums: *mut f32,
) {
    let line = (thread::block_idx_x() as u64 * 8 + thread::idx_x() as u64 / 32) as usize;
    let (room, lane) = (job.room.max(1) as usize, warp::lane() as usize);
    let (head, query) = (line / room, (line % room) as u32);
    if head >= (job.n_heads * job.n_batch) as usize {
        return;
    }
    let n = job.n_heads.max(1);
    let (batch, head) = (head as u32 / n, head as u32 % n);
    let (mut shift, mut total) = (f32::NEG_INFINITY, 0.0f32);
    // SAFETY: inside, and this warp's.
    unsafe {
        if query < job.n_queries {
            let is_aligned = is_aligned::<T, D>(o, &job.o) && is_aligned::<T, D>(o_gradient, &job.o_gradient);
            let left = lane_of::<T, D>(o.wrapping_add(job.o.at(batch, head, query)), is_aligned);
            let at = job.o_gradient.at(batch, head, query);
            let right = lane_of::<T, D>(o_gradient.wrapping_add(at), is_aligned);
            for i in 0..D / 32 {
                total += left[i] * right[i];
            }
            let log = *logs.add((batch * n + head) as usize * job.n_queries as usize + query as usize);
            if log != f32::NEG_INFINITY {
                shift = -log * LOG2_E;
            }
        }
        for i in 0..5 {
            total += warp::shuffle_xor(total, 16 >> i);
        }
        if lane == 0 {
            let at = stats.wrapping_add(job.stats_of(batch, head, query / 2 * 2) + query as usize % 2);
            *at = shift;
            *at.add(2) = total;
        }
        if !sums.is_null() && D == 128 {
            *(sums.add(line * D + 4 * lane) as *mut u128) = 0;
        } else if !sums.is_null() {
            *(sums.add(line * D + 2 * lane) as *mut u64) = 0;
        }
    }
}

/// Makes the gradient of queries of its sums, of 64 queries and elements a block. The sums lie as a warpgroup has them:
/// four registers of each thread together, of which two are of one row and two of that 8 later. A thread has 8 columns
/// of four rows.
///
/// # Safety
/// As above, and the gradient and its steps are aligned to 16 bytes.
#[kernel(block = 128)]
pub unsafe fn finish<T: Number, const D: u32>(job: Job, sums: *const f32, q_gradient: *mut T) {
    let (n, parts) = (job.n_heads.max(1), (job.room / 64 * (D / 64)).max(1));
    let (head, part) = (thread::block_idx_x() / parts, thread::block_idx_x() % parts);
    let (batch, head) = (head / n, head % n);
    let (first, column) = (part / (D / 64) * 64, part % (D / 64) * 64);
    let (chunk, warp) = (thread::idx_x() % 8, thread::idx_x() / 32);
    let from = sums.wrapping_add(job.sums_of(batch, head, first, D) + (column * 64 + chunk * 512) as usize);
    for i in 0..4 {
        let (low, high) = (thread::idx_x() / 8 % 2 + 2 * i, thread::idx_x() / 16 % 2);
        let query = first + 16 * warp + 8 * high + low;
        let from = from.wrapping_add((warp * 128 + low * 16 + high * 2) as usize);
        let at = job.q_gradient.at(batch, head, query) + (column + 8 * chunk) as usize;
        if query < job.n_queries {
            let to = q_gradient.wrapping_add(at);
            let mut all = 0u128;
            // SAFETY: inside, and this thread's.
            unsafe {
                for k in 0..4 {
                    let two = *(from.wrapping_add(4 * k) as *const u64);
                    let (low, high) = (f32::from_bits(two as u32), f32::from_bits((two >> 32) as u32));
                    all |= (T::two(low * job.scale, high * job.scale) as u128) << (32 * k);
                }
                *(to as *mut u128) = all;
            }
        }
    }
}
