//! What all kernels of attention share: its sizes, and types of numbers.
use rustg_std::mma::{Half, pair};
use rustg_std::prelude::*;

/// Element d of row i of head h in batch b of a tensor lies at b *_batch + h *_head + i *_row + d, in elements. A query
/// sees all keys, or if causal those up to its own place, where the last query and the last key have the same.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Job {
    pub n_batch: u32,
    pub n_heads: u32,
    /// Heads of queries that share one of keys and values.
    pub sharing: u32,
    pub n_queries: u32,
    pub n_keys: u32,
    /// Heads whose tiles are done in turns.
    pub together: u32,
    /// Of products, before powers of two are taken of them.
    pub scale: f32,
    pub q_batch: u64,
    pub q_head: u64,
    pub q_row: u64,
    pub k_batch: u64,
    pub k_head: u64,
    pub k_row: u64,
    pub v_batch: u64,
    pub v_head: u64,
    pub v_row: u64,
    pub o_batch: u64,
    pub o_head: u64,
    pub o_row: u64,
}

const LN_2: f32 = 0.6931472;

impl Job {
    /// Where the logarithm of the query's sum lies; NULL where none are wanted.
    pub fn log_of(&self, logs: *mut f32, batch: u32, head: u32, query: u32) -> *mut f32 {
        let at = (batch * self.n_heads + head) as u64 * self.n_queries as u64 + query as u64;
        if logs.is_null() { logs } else { logs.wrapping_add(at as usize) }
    }

    /// How many keys the query sees, from the first on.
    pub fn sees<const CAUSAL: u32>(&self, query: u32) -> u32 {
        if CAUSAL == 0 {
            self.n_keys
        } else {
            (query + 1 + self.n_keys).saturating_sub(self.n_queries).min(self.n_keys)
        }
    }

    /// The batch, head and first query of a tile of so many queries. The longest ones come first. Divisors are known
    /// not to be zero: a call that fails costs registers.
    pub fn place(&self, tile: u32, rows: u32) -> (u32, u32, u32) {
        let tall = self.n_queries.div_ceil(rows);
        let first = tile / (tall * self.together).max(1) * self.together;
        let here = self.together.min(self.n_heads * self.n_batch - first).max(1);
        let rest = tile - first * tall;
        let (head, n) = (first + rest % here, self.n_heads.max(1));
        (head / n, head % n, (tall - 1 - rest / here) * rows)
    }
}

/// 2 to the power x, with a relative error below 2^-22; 0 where that is below 2^-126.
pub fn exp2(x: f32) -> f32 {
    unsafe { ptx!("ex2.approx.ftz.f32 {out}, {0};", x, cpu = x.exp2()) }
}

/// Numbers of 16 bits.
pub trait Number: Half {
    /// Two beside each other, rounded.
    fn two(low: f32, high: f32) -> u32;
    fn of_bits(bits: u16) -> Self;
    fn widen(self) -> f32;
}
macro_rules! number {
    ($t:ident $text:literal) => {
        impl Number for $t {
            fn two(low: f32, high: f32) -> u32 {
                unsafe { ptx!($text, low, high, cpu = pair($t::from_f32(low), $t::from_f32(high))) }
            }
            fn of_bits(bits: u16) -> $t {
                $t::from_bits(bits)
            }
            fn widen(self) -> f32 {
                self.to_f32()
            }
        }
    };
}
number! { bf16 "cvt.rn.bf16x2.f32 {out}, {1}, {0};" }
number! { f16 "cvt.rn.f16x2.f32 {out}, {1}, {0};" }

/// What a lane knows of two rows of products, whose registers are as those of `Accumulator` and `Sums`: four have two
/// elements beside each other of the first row and of the second one, eight keys before the next four.
pub struct Rows {
    greatest: [f32; 2],
    totals: [f32; 2],
}

impl Rows {
    pub const NONE: Rows = Rows { greatest: [f32::NEG_INFINITY; 2], totals: [0.0; 2] };

    /// Makes products of the rows' queries and the keys from `first` on powers of two, of which the greatest so far is
    /// 1. Returns what earlier powers of both rows are worth now. Where MASKED is 1 a row sees the keys below `seen`
    /// alone.
    pub fn raise<const N: usize, const MASKED: u32>(
        &mut self,
        all: &mut [f32; N],
        scale: f32,
        first: u32,
        seen: [u32; 2],
    ) -> [f32; 2] {
        let column = first + warp::lane() % 4 * 2;
        let mut most = self.greatest;
        for e in 0..N {
            if MASKED == 1 && column + e as u32 / 4 * 8 + e as u32 % 2 >= seen[e / 2 % 2] {
                all[e] = f32::NEG_INFINITY;
            }
            most[e / 2 % 2] = most[e / 2 % 2].max(all[e]);
        }
        let (mut worth, mut from) = ([0.0f32; 2], [0.0f32; 2]);
        for i in 0..2 {
            most[i] = most[i].max(warp::shuffle_xor(most[i], 1));
            most[i] = most[i].max(warp::shuffle_xor(most[i], 2));
            from[i] = if most[i] == f32::NEG_INFINITY { 0.0 } else { most[i] * scale };
            worth[i] = exp2(self.greatest[i].mul_add(scale, -from[i]));
            self.totals[i] *= worth[i];
        }
        self.greatest = most;
        for e in 0..N {
            all[e] = exp2(all[e].mul_add(scale, -from[e / 2 % 2]));
            self.totals[e / 2 % 2] += all[e];
        }
        worth
    }

    /// One over the rows' totals; zero where a row saw no key. Where there are `logs`, that of the first row, and the
    /// other one's 8 later, get the logarithms of the totals without the greatest product taken off, if they are below
    /// `n` more.
    ///
    /// # Safety
    /// So many are there, and the warp's own.
    pub unsafe fn shares(&self, scale: f32, logs: *mut f32, n: u32) -> [f32; 2] {
        let mut totals = self.totals;
        for i in 0..2 {
            totals[i] += warp::shuffle_xor(totals[i], 1);
            totals[i] += warp::shuffle_xor(totals[i], 2);
            if !logs.is_null() && warp::lane() % 4 == 0 && (i as u32) * 8 < n {
                let log = self.greatest[i].mul_add(scale * LN_2, totals[i].ln());
                unsafe { *logs.add(8 * i) = if totals[i] == 0.0 { f32::NEG_INFINITY } else { log } };
            }
            totals[i] = if totals[i] == 0.0 { 0.0 } else { 1.0 / totals[i] };
        }
        totals
    }
}
