//! C = A B on sm_90a: A is m by k, B is k by n and lies by columns, C by rows, all of bf16. Blocks take tiles of 128 by
//! 256 in turns. One thread of the first warpgroup brings stages of both operands, 64 elements deep; the other two
//! warpgroups multiply 64 rows each.
use rustg_std::hopper::{Barrier, SharedAddress, Sums, TensorMap, copy_tile, fence, fewer_registers, more_registers, see_map};
use rustg_std::prelude::*;

const STAGES: u32 = 4;
const ROWS: u32 = 128;
const COLUMNS: u32 = 256;
const DEPTH: u32 = 64;
const A_BYTES: u32 = ROWS * DEPTH * 2;
const STAGE_BYTES: u32 = A_BYTES + COLUMNS * DEPTH * 2;
/// Tiles of so many rows are done before the next columns, so that operands stay in the cache.
const GROUP: u32 = 16;

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

/// The first row and column of a tile.
fn place(tile: u32, m: u32, n: u32) -> (u32, u32) {
    let (tall, wide) = (m.div_ceil(ROWS), n.div_ceil(COLUMNS));
    let first = tile / (GROUP * wide) * GROUP;
    let rows = GROUP.min(tall - first);
    let rest = tile - first * wide;
    ((first + rest % rows) * ROWS, rest / rows * COLUMNS)
}

/// The launch has 197632 bytes of dynamic shared memory, and as many blocks as there are multiprocessors. maps has one of
/// A, for tiles of 64 by 128, and one of B, for tiles of 64 by 256, both with a swizzle of 128 bytes.
///
/// # Safety
/// The maps are of tensors of these sizes, which nobody writes.
#[kernel(block = 384)]
pub unsafe fn matmul_hopper(m: u32, n: u32, k: u32, maps: &[TensorMap], mut c: GridMut<bf16>) {
    let barriers = Shared::<u64, { 2 * STAGES as usize }>::new();
    let first = SharedAddress::of(barriers.as_ptr());
    let mut stages = Stages {
        memory: SharedAddress::of(DynShared::<u128>::new().as_ptr()).align_up(1024),
        full: first,
        empty: first + 8 * STAGES,
        stage: 0,
        parity: 0,
    };
    assert!(maps.len() == 2, "two tensor maps are wanted");
    assert!(c.len() == m as usize * n as usize && n % 2 == 0, "C is not m by n, or n is odd");
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
    let (tiles, steps) = (m.div_ceil(ROWS) * n.div_ceil(COLUMNS), k.div_ceil(DEPTH));
    let mut tile = thread::block_idx_x();
    if warpgroup == 0 {
        // SAFETY: the whole warpgroup comes here.
        unsafe { fewer_registers::<40>() };
        if thread == 0 {
            // SAFETY: the host wrote them before the launch.
            unsafe {
                see_map(&raw const maps[0]);
                see_map(&raw const maps[1]);
            }
        }
        while thread == 0 && tile < tiles {
            let (row, column) = place(tile, m, n);
            for step in 0..steps {
                let (a, b) = stages.operands();
                // SAFETY: the stage is free once its barrier says so; the first round finds it free.
                unsafe {
                    stages.empty().wait(stages.parity ^ 1);
                    stages.full().arrive_and_expect(STAGE_BYTES);
                    copy_tile(a, &raw const maps[0], stages.full(), step * DEPTH, row);
                    copy_tile(b, &raw const maps[1], stages.full(), step * DEPTH, column);
                }
                stages.next();
            }
            tile += thread::grid_dim_x();
        }
        return;
    }
    // SAFETY: as above.
    unsafe { more_registers::<232>() };
    while tile < tiles {
        let (row, column) = place(tile, m, n);
        let mut sums = Sums::<128>::ZERO;
        for _ in 0..steps {
            let (a, b) = stages.operands();
            let (a, b) = ((a + (warpgroup - 1) * A_BYTES / 2).descriptor(), b.descriptor());
            // SAFETY: the stage is full, and is given back when the products are done.
            unsafe {
                stages.full().wait(stages.parity);
                sums.begin();
                sums.add_bf16(a, b);
                sums.add_bf16(a + 2, b + 2);
                sums.add_bf16(a + 4, b + 4);
                sums.add_bf16(a + 6, b + 6);
                sums.commit();
                sums.wait::<0>();
                if thread == 0 {
                    stages.empty().arrive();
                }
            }
            stages.next();
        }
        let elements = sums.elements();
        for e in 0..64 {
            let (y, x) = Sums::<128>::place(2 * e);
            let (y, x) = (row + (warpgroup - 1) * 64 + y, column + x);
            if y < m && x < n {
                let at = y as usize * n as usize + x as usize;
                let half = |e: u32| bf16::from_f32(elements[e as usize]).to_bits() as u32;
                // SAFETY: inside, of one thread, and at an even place.
                unsafe { *(c.get_unchecked_mut(at) as *mut bf16 as *mut u32) = half(2 * e) | half(2 * e + 1) << 16 };
            }
        }
        tile += thread::grid_dim_x();
    }
}
