//! Products by the tensor cores of sm_90a. Blocks take tiles of 128 rows in turns. One thread of the first warpgroup
//! brings stages of both operands, 128 bytes deep; the other two warpgroups multiply 64 rows each. An operand along
//! whose lines k runs comes in one tile with a line for each row or column; one that lies across, in tiles of 64 rows
//! or columns.
use crate::product_numbers::{Job, Number, Sum};
use rustg_std::hopper::{
    Barrier, SharedAddress, Sums, TensorMap, copy_tile_of, fence, fewer_registers, meet, more_registers,
    store_matrices, store_tile_of, stores_commit, stores_wait,
};
use rustg_std::prelude::*;

const ROWS: u32 = 128;
/// 64 rows or columns of a stage.
const BLOCK: u32 = 64 * 128;
const A_BYTES: u32 = ROWS / 64 * BLOCK;
/// Of all stages.
const BYTES: u32 = 192 << 10;
/// Parts of C, of 64 rows and columns, that a warpgroup has on their way out.
const PARTS: u32 = 2;
/// Tiles of so many rows are done before the next columns, so that operands stay in the cache.
const GROUP: u32 = 16;

pub trait Factor<const N: usize> {
    /// Elements of a stage, in each row or column.
    const DEPTH: u32;
    /// # Safety
    /// As of the products of `Sums`.
    unsafe fn add<const A: u32, const B: u32>(sums: &mut Sums<N>, a: u64, b: u64);
}
macro_rules! factor {
    ($($t:ident $add:ident $n:literal)*) => {$(
        impl Factor<$n> for $t {
            const DEPTH: u32 = 64;
            unsafe fn add<const A: u32, const B: u32>(sums: &mut Sums<$n>, a: u64, b: u64) {
                unsafe { sums.$add::<A, B>(a, b) }
            }
        }
    )*};
}
/// Copies have rounded it to tf32. It does not lie across.
macro_rules! factor_of_f32 {
    ($($n:literal)*) => {$(
        impl Factor<$n> for f32 {
            const DEPTH: u32 = 32;
            unsafe fn add<const A: u32, const B: u32>(sums: &mut Sums<$n>, a: u64, b: u64) {
                unsafe { sums.add_tf32(a, b) }
            }
        }
    )*};
}
factor_of_f32! { 32 64 96 128 }
factor! {
    bf16 add_bf16_across 32
    bf16 add_bf16_across 64
    bf16 add_bf16_across 96
    bf16 add_bf16_across 128
    f16 add_f16_across 32
    f16 add_f16_across 64
    f16 add_f16_across 96
    f16 add_f16_across 128
}

/// Elements of C, of which two beside each other are stored at once.
pub trait Stored: Number<f32> {
    /// # Safety
    /// `at` leads to two, aligned to both.
    unsafe fn store_two(at: *mut Self, low: f32, high: f32);
    /// The bits of two elements of 16 bits; of larger ones none.
    fn two(low: f32, high: f32) -> u32;
}
impl Stored for bf16 {
    unsafe fn store_two(at: *mut bf16, low: f32, high: f32) {
        unsafe { *(at as *mut u32) = Self::two(low, high) }
    }
    fn two(low: f32, high: f32) -> u32 {
        bf16::from_f32(low).to_bits() as u32 | (bf16::from_f32(high).to_bits() as u32) << 16
    }
}
impl Stored for f16 {
    unsafe fn store_two(at: *mut f16, low: f32, high: f32) {
        unsafe { *(at as *mut u32) = Self::two(low, high) }
    }
    fn two(low: f32, high: f32) -> u32 {
        f16::from_f32(low).to_bits() as u32 | (f16::from_f32(high).to_bits() as u32) << 16
    }
}
impl Stored for f32 {
    unsafe fn store_two(at: *mut f32, low: f32, high: f32) {
        unsafe { *(at as *mut u64) = low.to_bits() as u64 | (high.to_bits() as u64) << 32 }
    }
    fn two(_: f32, _: f32) -> u32 {
        0
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

/// The stages one after another, and the parity of the present round of them. A stage is A's rows and COLUMNS of B.
struct Stages<const COLUMNS: u32> {
    memory: SharedAddress,
    barriers: SharedAddress,
    stage: u32,
    parity: u32,
}

impl<const COLUMNS: u32> Stages<COLUMNS> {
    const STAGE: u32 = A_BYTES + COLUMNS / 64 * BLOCK;
    const COUNT: u32 = BYTES / Self::STAGE;

    /// Where the parts of C of a warpgroup lie.
    fn parts(&self, warpgroup: u32) -> SharedAddress {
        self.memory + BYTES + (warpgroup - 1) * PARTS * BLOCK
    }

    fn full(&self) -> Barrier {
        Barrier::at(self.barriers + 8 * self.stage)
    }

    fn empty(&self) -> Barrier {
        Barrier::at(self.barriers + 8 * (Self::COUNT + self.stage))
    }

    /// That of the stage before this one.
    fn before(&self) -> Barrier {
        let stage = if self.stage == 0 { Self::COUNT - 1 } else { self.stage - 1 };
        Barrier::at(self.barriers + 8 * (Self::COUNT + stage))
    }

    fn operands(&self) -> (SharedAddress, SharedAddress) {
        let at = self.memory + self.stage * Self::STAGE;
        (at, at + A_BYTES)
    }

    fn next(&mut self) {
        self.stage += 1;
        if self.stage == Self::COUNT {
            self.stage = 0;
            self.parity ^= 1;
        }
    }
}

/// Brings a stage of one operand: `rows` rows or columns from `row` on, from `k` on.
unsafe fn bring<const ACROSS: u32>(
    to: SharedAddress,
    from: *const TensorMap,
    full: Barrier,
    row: u32,
    rows: u32,
    k: u32,
    batch: u32,
) {
    if ACROSS == 0 {
        unsafe { copy_tile_of(to, from, full, k, row, batch) };
        return;
    }
    for block in 0..rows / 64 {
        unsafe { copy_tile_of(to + block * BLOCK, from, full, row + block * 64, k, batch) };
    }
}

/// The descriptor of an operand of a stage, and what leads on to its next 16 of k.
fn operand<const ACROSS: u32>(at: SharedAddress) -> (u64, u64) {
    if ACROSS == 0 { (at.descriptor(), 2) } else { (at.descriptor_across(BLOCK), 128) }
}

/// The batch, first row and first column of a tile.
fn place(tile: u32, m: u32, n: u32, columns: u32) -> (u32, u32, u32) {
    let (tall, wide) = (m.div_ceil(ROWS), n.div_ceil(columns));
    let (batch, tile) = (tile / (tall * wide), tile % (tall * wide));
    let first = tile / (GROUP * wide) * GROUP;
    let rows = GROUP.min(tall - first);
    let rest = tile - first * wide;
    (batch, (first + rest % rows) * ROWS, rest / rows * columns)
}

/// A tile has COLUMNS columns, 2 N. A_ACROSS is 1 where A lies by columns, else 0, B_ACROSS where B lies by rows.
/// ACTIVATION is the job's. STAGED is 1 where C has 16 bits, beta is 0, and tiles of C go through shared memory, else
/// 0. The launch has 230400 bytes of dynamic shared memory, and at most as many blocks as there are multiprocessors.
/// maps has one of A, one of B, and where STAGED is 1 one of C, with the batch as their third dimension, which is 1
/// where a_batch or b_batch is 0; their tiles are of 128 bytes of 128 or COLUMNS lines, or of 64 lines where the
/// operand lies across and of C, and have a swizzle of 128 bytes.
///
/// # Safety
/// The matrices are as the job says, and nobody else uses C.
#[kernel(block = 384)]
pub unsafe fn hopper<
    T: Factor<N>,
    U: Stored,
    const N: usize,
    const COLUMNS: u32,
    const A_ACROSS: u32,
    const B_ACROSS: u32,
    const ACTIVATION: u32,
    const STAGED: u32,
>(
    job: Job,
    maps: [TensorMap; 3],
    c: *mut U,
    bias: *const U,
) {
    let barriers = Shared::<u64, 16>::new(); // two for each of at most 8 stages
    let mut stages = Stages::<COLUMNS> {
        memory: SharedAddress::of(DynShared::<u128>::new().as_ptr()).align_up(1024),
        barriers: SharedAddress::of(barriers.as_ptr()),
        stage: 0,
        parity: 0,
    };
    let (m, n, k) = (job.m as u32, job.n as u32, job.k as u32);
    let (warpgroup, thread) = (thread::idx_x() / 128, thread::idx_x() % 128);
    if thread::idx_x() == 0 {
        while stages.parity == 0 {
            // SAFETY: the barriers are this thread's until block::sync.
            unsafe {
                stages.full().init(1);
                stages.empty().init(2);
            }
            stages.next();
        }
        stages.parity = 0;
        fence();
    }
    block::sync();
    let (tiles, steps) = (m.div_ceil(ROWS) * n.div_ceil(COLUMNS) * job.n_batch as u32, k.div_ceil(T::DEPTH));
    let mut tile = thread::block_idx_x();
    if warpgroup == 0 {
        if N >= 96 {
            // SAFETY: the whole warpgroup comes here.
            unsafe { fewer_registers::<40>() };
        }
        while thread == 0 && tile < tiles {
            let (batch, row, column) = place(tile, m, n, COLUMNS);
            let a_batch = if job.a_batch == 0 { 0 } else { batch };
            let b_batch = if job.b_batch == 0 { 0 } else { batch };
            for step in 0..steps {
                let (a, b) = stages.operands();
                // SAFETY: the stage is free once its barrier says so; the first round finds it free.
                unsafe {
                    stages.empty().wait(stages.parity ^ 1);
                    stages.full().arrive_and_expect(Stages::<COLUMNS>::STAGE);
                    bring::<A_ACROSS>(a, &maps[0], stages.full(), row, ROWS, step * T::DEPTH, a_batch);
                    bring::<B_ACROSS>(b, &maps[1], stages.full(), column, COLUMNS, step * T::DEPTH, b_batch);
                }
                stages.next();
            }
            tile += thread::grid_dim_x();
        }
        return;
    }
    if N >= 96 {
        // SAFETY: as above.
        unsafe { more_registers::<232>() };
    }
    let (alpha, beta) = (job.alpha as f32, job.beta as f32);
    let by_two = (n as u64 | job.c_row | job.c_batch) % 2 == 0 && c as u64 % (2 * size_of::<U>() as u64) == 0;
    while tile < tiles {
        let (batch, row, column) = place(tile, m, n, COLUMNS);
        let mut sums = Sums::<N>::ZERO;
        for step in 0..steps {
            let (a, b) = stages.operands();
            let ((a, a_next), (b, b_next)) = (operand::<A_ACROSS>(a + (warpgroup - 1) * BLOCK), operand::<B_ACROSS>(b));
            // SAFETY: the stage is full, and is given back when the products are done.
            unsafe {
                stages.full().wait(stages.parity);
                sums.begin();
                T::add::<A_ACROSS, B_ACROSS>(&mut sums, a, b);
                T::add::<A_ACROSS, B_ACROSS>(&mut sums, a + a_next, b + b_next);
                T::add::<A_ACROSS, B_ACROSS>(&mut sums, a + 2 * a_next, b + 2 * b_next);
                T::add::<A_ACROSS, B_ACROSS>(&mut sums, a + 3 * a_next, b + 3 * b_next);
                sums.commit();
                sums.wait::<1>();
                if thread == 0 && step > 0 {
                    stages.before().arrive();
                }
            }
            stages.next();
        }
        sums.wait::<0>();
        if thread == 0 {
            // SAFETY: the last stage's products are done.
            unsafe { stages.before().arrive() };
        }
        let elements = sums.elements();
        let c = c.wrapping_add((batch as u64 * job.c_batch) as usize);
        let finished = |e: u32, at: *const U, x: u32, has_next: bool| {
            let (mut low, mut high) = (alpha * elements[2 * e as usize], alpha * elements[2 * e as usize + 1]);
            // SAFETY: inside.
            unsafe {
                if STAGED == 0 && beta != 0.0 {
                    low += beta * (*at).widen();
                    high += if has_next { beta * (*at.add(1)).widen() } else { 0.0 };
                }
                if job.has_bias != 0 && (STAGED == 0 || x < n) {
                    low += (*bias.add(x as usize)).widen();
                    high += if has_next { (*bias.add(x as usize + 1)).widen() } else { 0.0 };
                }
            }
            if ACTIVATION == 1 {
                low = if low < 0.0 { 0.0 } else { low };
                high = if high < 0.0 { 0.0 } else { high };
            } else if ACTIVATION == 2 {
                low = low.gelu();
                high = high.gelu();
            }
            (low, high)
        };
        let place_of = |e: u32| {
            let (y, x) = Sums::<N>::place(2 * e);
            (row + (warpgroup - 1) * 64 + y, column + x)
        };
        let put = |e: u32| {
            let (y, x) = place_of(e);
            if y < m && x < n {
                let at = c.wrapping_add((y as u64 * job.c_row + x as u64) as usize);
                let has_next = x + 1 < n;
                let (low, high) = finished(e, at, x, has_next);
                // SAFETY: inside, and of one thread.
                unsafe {
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
        // 64 columns, 16 pairs: four matrices of 8 rows and columns at a time.
        let part = |part: u32| {
            let to = stages.parts(warpgroup) + part % PARTS * BLOCK;
            let (lane, warp) = (warp::lane(), thread / 32);
            let line = to + (16 * warp + lane / 8 % 2 * 8 + lane % 8) * 128;
            // SAFETY: the warpgroup has the part when its last store has read it, and gives it to the next one.
            unsafe {
                if thread == 0 {
                    if N == 32 || (N == 96 && part == 0) {
                        stores_wait::<0>(); // the part before, a tile's last, may have had the same place
                    } else {
                        stores_wait::<{ PARTS - 1 }>();
                    }
                }
                meet::<128>(warpgroup);
                let four = |e: u32| {
                    let two = |e: u32| {
                        let x = place_of(e).1;
                        let (low, high) = finished(e, c, x, x + 1 < n);
                        U::two(low, high)
                    };
                    let chunk = e % 16 / 2 + lane / 16;
                    store_matrices(line + (chunk ^ (lane % 8)) * 16, [two(e), two(e + 1), two(e + 2), two(e + 3)]);
                };
                four(16 * part);
                four(16 * part + 4);
                four(16 * part + 8);
                four(16 * part + 12);
                fence();
                meet::<128>(warpgroup);
                if thread == 0 {
                    store_tile_of(&maps[2], to, column + 64 * part, row + (warpgroup - 1) * 64, batch);
                    stores_commit();
                }
            }
        };
        // Written out, since sums have no addresses.
        if STAGED == 1 {
            part(0);
            if N >= 64 {
                part(1);
            }
            if N >= 96 {
                part(2);
            }
            if N >= 128 {
                part(3);
            }
        } else {
            sixteen!(put 0);
            if N >= 64 {
                sixteen!(put 16);
            }
            if N >= 96 {
                sixteen!(put 32);
            }
            if N >= 128 {
                sixteen!(put 48);
            }
        }
        tile += thread::grid_dim_x();
    }
    if STAGED == 1 && thread == 0 {
        stores_wait::<0>();
    }
}
