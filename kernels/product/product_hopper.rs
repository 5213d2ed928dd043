//! Products by the tensor cores of sm_90a: A lies by rows and B by columns, so that k runs along both. Blocks take
//! tiles of 128 by 256 in turns. One thread of the first warpgroup brings stages of both operands, 64 elements deep; the
//! other two warpgroups multiply 64 rows each.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::hopper::{Barrier, SharedAddress, Sums, TensorMap, copy_tile, fence, fewer_registers, more_registers};
use rustg_std::prelude::*;

const STAGES: u32 = 4;
const ROWS: u32 = 128;
const COLUMNS: u32 = 256;
const DEPTH: u32 = 64;
const A_BYTES: u32 = ROWS * DEPTH * 2;
const STAGE_BYTES: u32 = A_BYTES + COLUMNS * DEPTH * 2;
/// Tiles of so many rows are done before the next columns, so that operands stay in the cache.
const GROUP: u32 = 16;

pub trait Factor {
    /// # Safety
    /// As of the products of `Sums`.
    unsafe fn add(sums: &mut Sums<128>, a: u64, b: u64);
}
impl Factor for bf16 {
    unsafe fn add(sums: &mut Sums<128>, a: u64, b: u64) {
        unsafe { sums.add_bf16(a, b) }
    }
}
impl Factor for f16 {
    unsafe fn add(sums: &mut Sums<128>, a: u64, b: u64) {
        unsafe { sums.add_f16(a, b) }
    }
}

/// Elements of C, of which two beside each other are stored at once.
pub trait Stored: Number<f32> {
    /// # Safety
    /// `at` leads to two, aligned to both.
    unsafe fn store_two(at: *mut Self, low: f32, high: f32);
}
impl Stored for bf16 {
    unsafe fn store_two(at: *mut bf16, low: f32, high: f32) {
        let bits = |x: f32| bf16::from_f32(x).to_bits() as u32;
        unsafe { *(at as *mut u32) = bits(low) | bits(high) << 16 }
    }
}
impl Stored for f16 {
    unsafe fn store_two(at: *mut f16, low: f32, high: f32) {
        let bits = |x: f32| f16::from_f32(x).to_bits() as u32;
        unsafe { *(at as *mut u32) = bits(low) | bits(high) << 16 }
    }
}
impl Stored for f32 {
    unsafe fn store_two(at: *mut f32, low: f32, high: f32) {
        unsafe { *(at as *mut u64) = low.to_bits() as u64 | (high.to_bits() as u64) << 32 }
    }
}

macro_rules! four {
    ($put:ident $e:expr) => {
        $put($e);
        $put($e + 1);
        $put($e + 2);
        $put($e + 3);
    };
}
macro_rules! sixteen {
    ($put:ident $e:expr) => {
        four!($put $e);
        four!($put $e + 4);
        four!($put $e + 8);
        four!($put $e + 12);
    };
}

/// The stages one after another, and the parity of the present round of them.
struct Stages {
    memory: SharedAddress,
    full: SharedAddress,
    empty: SharedAddress,
    stage: u32,
    parity: u32,
}

impl Stages {
    fn full(&self) -> Barrier {
        Barrier::at(self.full + 8 * self.stage)
    }

    fn empty(&self) -> Barrier {
        Barrier::at(self.empty + 8 * self.stage)
    }

    fn operands(&self) -> (SharedAddress, SharedAddress) {
        let at = self.memory + self.stage * STAGE_BYTES;
        (at, at + A_BYTES)
    }

    fn next(&mut self) {
        self.stage += 1;
        if self.stage == STAGES {
            self.stage = 0;
            self.parity ^= 1;
        }
    }
}

/// The batch, first row and first column of a tile.
fn place(tile: u32, m: u32, n: u32) -> (u32, u32, u32) {
    let (tall, wide) = (m.div_ceil(ROWS), n.div_ceil(COLUMNS));
    let (batch, tile) = (tile / (tall * wide), tile % (tall * wide));
    let first = tile / (GROUP * wide) * GROUP;
    let rows = GROUP.min(tall - first);
    let rest = tile - first * wide;
    (batch, (first + rest % rows) * ROWS, rest / rows * COLUMNS)
}

/// The launch has 197632 bytes of dynamic shared memory, and at most as many blocks as there are multiprocessors. maps has
/// one of all rows of A in the batch, for tiles of 64 by 128, and one of all columns of B, for tiles of 64 by 256, both
/// with a swizzle of 128 bytes. Where a_batch or b_batch is 0 the batch has one such matrix. ACTIVATION is the job's.
///
/// # Safety
/// The matrices are as the job says, and nobody else uses C.
#[kernel(block = 384)]
pub unsafe fn hopper<T: Factor, U: Stored, const ACTIVATION: u32>(
    job: Job,
    maps: *const TensorMap,
    c: *mut U,
    bias: *const U,
) {
    let barriers = Shared::<u64, { 2 * STAGES as usize }>::new();
    let first = SharedAddress::of(barriers.as_ptr());
    let mut stages = Stages {
        memory: SharedAddress::of(DynShared::<u128>::new().as_ptr()).align_up(1024),
        full: first,
        empty: first + 8 * STAGES,
        stage: 0,
        parity: 0,
    };
    let (m, n, k) = (job.m as u32, job.n as u32, job.k as u32);
    let (warpgroup, thread) = (thread::idx_x() / 128, thread::idx_x() % 128);
    if thread::idx_x() == 0 {
        for s in 0..STAGES {
            // SAFETY: the barriers are this thread's until block::sync.
            unsafe {
                Barrier::at(stages.full + 8 * s).init(1);
                Barrier::at(stages.empty + 8 * s).init(2);
            }
        }
        fence();
    }
    block::sync();
    let (tiles, steps) = (m.div_ceil(ROWS) * n.div_ceil(COLUMNS) * job.n_batch as u32, k.div_ceil(DEPTH));
    let mut tile = thread::block_idx_x();
    if warpgroup == 0 {
        // SAFETY: the whole warpgroup comes here.
        unsafe { fewer_registers::<40>() };
        let (rows, columns) = (if job.a_batch == 0 { 0 } else { m }, if job.b_batch == 0 { 0 } else { n });
        while thread == 0 && tile < tiles {
            let (batch, row, column) = place(tile, m, n);
            for step in 0..steps {
                let (a, b) = stages.operands();
                // SAFETY: the stage is free once its barrier says so; the first round finds it free.
                unsafe {
                    stages.empty().wait(stages.parity ^ 1);
                    stages.full().arrive_and_expect(STAGE_BYTES);
                    copy_tile(a, maps, stages.full(), step * DEPTH, batch * rows + row);
                    copy_tile(b, maps.add(1), stages.full(), step * DEPTH, batch * columns + column);
                }
                stages.next();
            }
            tile += thread::grid_dim_x();
        }
        return;
    }
    // SAFETY: as above.
    unsafe { more_registers::<232>() };
    let (alpha, beta) = (job.alpha as f32, job.beta as f32);
    let by_two = (n as u64 | job.c_row | job.c_batch) % 2 == 0 && c as u64 % (2 * size_of::<U>() as u64) == 0;
    while tile < tiles {
        let (batch, row, column) = place(tile, m, n);
        let mut sums = Sums::<128>::ZERO;
        for _ in 0..steps {
            let (a, b) = stages.operands();
            let (a, b) = ((a + (warpgroup - 1) * A_BYTES / 2).descriptor(), b.descriptor());
            // SAFETY: the stage is full, and is given back when the products are done.
            unsafe {
                stages.full().wait(stages.parity);
                sums.begin();
                T::add(&mut sums, a, b);
                T::add(&mut sums, a + 2, b + 2);
                T::add(&mut sums, a + 4, b + 4);
                T::add(&mut sums, a + 6, b + 6);
                sums.commit();
                sums.wait::<0>();
                if thread == 0 {
                    stages.empty().arrive();
                }
            }
            stages.next();
        }
        let elements = sums.elements();
        let c = c.wrapping_add((batch as u64 * job.c_batch) as usize);
        let put = |e: u32| {
            let (y, x) = Sums::<128>::place(2 * e);
            let (y, x) = (row + (warpgroup - 1) * 64 + y, column + x);
            if y < m && x < n {
                let at = c.wrapping_add((y as u64 * job.c_row + x as u64) as usize);
                let has_next = x + 1 < n;
                let (mut low, mut high) = (alpha * elements[2 * e as usize], alpha * elements[2 * e as usize + 1]);
                // SAFETY: inside, and of one thread.
                unsafe {
                    if beta != 0.0 {
                        low += beta * (*at).widen();
                        high += if has_next { beta * (*at.add(1)).widen() } else { 0.0 };
                    }
                    if job.has_bias != 0 {
                        low += (*bias.add(x as usize)).widen();
                        high += if has_next { (*bias.add(x as usize + 1)).widen() } else { 0.0 };
                    }
                    if ACTIVATION == 1 {
                        low = if low < 0.0 { 0.0 } else { low };
                        high = if high < 0.0 { 0.0 } else { high };
                    } else if ACTIVATION == 2 {
                        low = low.gelu();
                        high = high.gelu();
                    }
                    if by_two {
                        U::store_two(at, low, high);
                    } else {
                        *at = U::narrow(low);
                        if has_next {
                            *at.add(1) = U::narrow(high);
                        }
                    }
                }
            }
        };
        // Written out, since sums have no addresses.
        sixteen!(put 0);
        sixteen!(put 16);
        sixteen!(put 32);
        sixteen!(put 48);
        tile += thread::grid_dim_x();
    }
}
