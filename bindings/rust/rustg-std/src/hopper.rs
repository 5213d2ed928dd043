//! Instructions of sm_90a, for kernels that are written for that chip: products by a warpgroup, barriers in shared memory
//! and copies of tiles. This file is also one of kernels' library.
//!
//! They are PTX's own, and as unsafe: each names its section of the PTX ISA. They run nowhere else: on the CPU, on the
//! interpreter and under rustc they panic, and code for another architecture is refused. [`mma`](crate::mma) runs
//! everywhere.

use crate::intrinsics as i;
use crate::ptx;
use core::ops::Add;

#[cold]
fn elsewhere() {
    panic!("this instruction runs on sm_90a alone")
}

/// An address in shared memory, of the 32 bits that instructions of sm_90a take.
#[derive(Clone, Copy)]
pub struct SharedAddress(u32);

impl SharedAddress {
    /// Of a pointer into shared memory.
    #[track_caller]
    pub fn of<T>(at: *const T) -> SharedAddress {
        let mut address = 0u32;
        unsafe {
            i::needs_sm_90a();
            ptx!(
                "{ .reg .u64 %s; cvta.to.shared.u64 %s, {1}; cvt.u32.u64 {0}, %s; }",
                &mut address,
                at,
                cpu = elsewhere()
            )
        };
        SharedAddress(address)
    }

    /// The next address from here on that is a multiple of `bytes`, a power of two.
    pub fn align_up(self, bytes: u32) -> SharedAddress {
        SharedAddress((self.0 + bytes - 1) & !(bytes - 1))
    }

    /// The descriptor of an operand of [`Sums`] whose rows, or columns on the right, of 64 elements of 16 bits lie one
    /// behind another, as [`copy_tile`] puts them with a swizzle of 128 bytes. 16 elements further on in all rows are 2
    /// more. PTX ISA, "Matrix Descriptor Format".
    pub fn descriptor(self) -> u64 {
        (self.0 as u64 >> 4 & 0x3FFF) | 1 << 16 | 64 << 32 | 1 << 62
    }

    /// The descriptor of an operand that lies across: as blocks of 64 of its rows, or columns on the right, `block` bytes
    /// apart, in each of which the 64 elements of 16 bits of one k lie one behind another, and k after k. A tile of 64 by
    /// so many k as [`copy_tile`] puts it with a swizzle of 128 bytes is a block. 16 k further on are 128 more.
    pub fn descriptor_across(self, block: u32) -> u64 {
        (self.0 as u64 >> 4 & 0x3FFF) | (block as u64 >> 4) << 16 | 64 << 32 | 1 << 62
    }
}

/// So many bytes further on.
impl Add<u32> for SharedAddress {
    type Output = SharedAddress;
    fn add(self, bytes: u32) -> SharedAddress {
        SharedAddress(self.0 + bytes)
    }
}

/// A barrier in shared memory, of 8 bytes: it has phases, in each of which so many threads arrive and so many bytes come.
/// PTX ISA, "mbarrier".
#[derive(Clone, Copy)]
pub struct Barrier(SharedAddress);

impl Barrier {
    /// The one at an address that is a multiple of 8.
    pub fn at(address: SharedAddress) -> Barrier {
        Barrier(address)
    }

    /// One thread begins its life; the others see it behind [`fence`] of that thread and a `block::sync`.
    ///
    /// # Safety
    /// The address is that of 8 bytes that nobody else uses.
    pub unsafe fn init(self, arrivals: u32) {
        unsafe { ptx!("mbarrier.init.shared.b64 [{0}], {1};", self.0.0, arrivals, cpu = elsewhere()) }
    }

    /// Arrives, and lets the phase wait for so many bytes of copies.
    ///
    /// # Safety
    /// The barrier lives, and no more threads arrive than it was begun with.
    pub unsafe fn arrive_and_expect(self, bytes: u32) {
        unsafe { ptx!("mbarrier.arrive.expect_tx.shared.b64 _, [{0}], {1};", self.0.0, bytes, cpu = elsewhere()) }
    }

    /// Arrives.
    ///
    /// # Safety
    /// As above.
    pub unsafe fn arrive(self) {
        unsafe { ptx!("mbarrier.arrive.shared.b64 _, [{0}];", self.0.0, cpu = elsewhere()) }
    }

    /// Waits for the end of the phase with this parity: 0 for the first one, 1 for the next.
    ///
    /// # Safety
    /// The barrier lives.
    pub unsafe fn wait(self, parity: u32) {
        let mut done = false;
        while !done {
            unsafe {
                ptx!(
                    "{ .reg .pred %p; mbarrier.try_wait.parity.shared.b64 %p, [{1}], {2}; selp.u32 {0}, 1, 0, %p; }",
                    &mut done,
                    self.0.0,
                    parity,
                    cpu = elsewhere()
                )
            };
        }
    }
}

/// What this thread wrote to shared memory, copies and products see. PTX ISA, "fence.proxy.async".
pub fn fence() {
    unsafe { ptx!("fence.proxy.async.shared::cta;", cpu = elsewhere()) }
}

/// A tensor's address, shape and swizzle, as `cuTensorMapEncodeTiled` of the driver writes them. A kernel has it as a
/// parameter, or an array of some, that is not `mut`; copies by it use it where the launch put it.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct TensorMap([u64; 16]);

/// Each thread that is to copy by a map in memory, and not in a parameter, asks for it first: what the multiprocessor still holds of a map that
/// was there before a launch is not used. PTX ISA, "membar, fence", `.proxy.tensormap`.
///
/// # Safety
/// The map is in global memory, and was written there before the launch.
pub unsafe fn see_map(map: *const TensorMap) {
    unsafe { ptx!("fence.proxy.tensormap::generic.acquire.sys [{0}], 128;", map, cpu = elsewhere()) }
}

/// Begins the copy of a tile of a tensor of two dimensions to shared memory; the barrier is told of its bytes. What lies
/// outside of the tensor is zero. PTX ISA, "cp.async.bulk.tensor".
///
/// # Safety
/// The map is one that the driver made before the launch, a parameter of the kernel's or one that the thread has seen ([`see_map`]), `to` is aligned as its swizzle wants, and nobody uses the tile
/// until the barrier's phase has ended.
pub unsafe fn copy_tile(to: SharedAddress, from: *const TensorMap, barrier: Barrier, x: u32, y: u32) {
    unsafe {
        ptx!(
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{0}], [{1}, {{3}, {4}}], [{2}];",
            to.0,
            from,
            barrier.0.0,
            x,
            y,
            cpu = elsewhere()
        )
    }
}

/// The same of a tensor of three dimensions, of which a tile has one z.
///
/// # Safety
/// As of [`copy_tile`].
pub unsafe fn copy_tile_of(to: SharedAddress, from: *const TensorMap, barrier: Barrier, x: u32, y: u32, z: u32) {
    unsafe {
        ptx!(
            "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{0}], [{1}, {3}], [{2}];",
            to.0,
            from,
            barrier.0.0,
            [x, y, z],
            cpu = elsewhere()
        )
    }
}

/// The same of a tensor of four dimensions, of which a tile has one of the last two.
///
/// # Safety
/// As of [`copy_tile`].
pub unsafe fn copy_tile_at(to: SharedAddress, from: *const TensorMap, barrier: Barrier, at: [u32; 4]) {
    unsafe {
        ptx!(
            "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{0}], [{1}, {3}], [{2}];",
            to.0,
            from,
            barrier.0.0,
            at,
            cpu = elsewhere()
        )
    }
}

/// Begins a copy of so many bytes, a multiple of 16, to shared memory; the barrier is told of them. PTX ISA,
/// "cp.async.bulk".
///
/// # Safety
/// Both are aligned to 16, `from` is global memory and has so many bytes, and nobody uses `to` until the barrier's
/// phase has ended.
pub unsafe fn copy_bytes<T>(to: SharedAddress, from: *const T, bytes: u32, barrier: Barrier) {
    unsafe {
        ptx!(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{0}], [{1}], {2}, [{3}];",
            to.0,
            from,
            bytes,
            barrier.0.0,
            cpu = elsewhere()
        )
    }
}

/// Four numbers beside each other in shared memory.
///
/// # Safety
/// The address is aligned to 16 and leads to them.
pub unsafe fn load_four(from: SharedAddress) -> [f32; 4] {
    let mut four = [0.0f32; 4];
    unsafe { ptx!("ld.shared.v4.f32 {0}, [{1}];", &mut four, from.0, cpu = elsewhere()) };
    four
}

/// Adds to four numbers beside each other in global memory, to each at once. PTX ISA, "red".
///
/// # Safety
/// The address is aligned to 16 and leads to them, and others use them by such additions alone.
pub unsafe fn add_four(to: *mut f32, four: [f32; 4]) {
    unsafe {
        ptx!(
            "{ .reg .u64 %g; cvta.to.global.u64 %g, {0}; red.relaxed.gpu.global.add.v4.f32 [%g], {1}; }",
            to,
            four,
            cpu = elsewhere()
        )
    }
}

/// Stores four matrices of 8 rows of 16 bytes to shared memory: the lane has the address of a row, lanes 0 to 7 those of
/// the first matrix. Register m of lane l is elements 2 (l mod 4) and the next of row l / 4 of matrix m, as two of [`Sums`]
/// beside each other are. PTX ISA, "stmatrix".
///
/// # Safety
/// All lanes of the warp are here, and the addresses are aligned to 16 and lead to 16 bytes that nobody else uses.
pub unsafe fn store_matrices(row: SharedAddress, registers: [u32; 4]) {
    unsafe { ptx!("stmatrix.sync.aligned.m8n8.x4.shared.b16 [{0}], {1};", row.0, registers, cpu = elsewhere()) }
}

/// Begins the copy of a tile in shared memory to a tensor of three dimensions. What lies outside of the tensor is not
/// written. PTX ISA, "cp.async.bulk.tensor".
///
/// # Safety
/// The map is one that the driver made before the launch, a parameter of the kernel's or one that the thread has seen ([`see_map`]), [`fence`]s of the threads that wrote the tile and a barrier are
/// behind it, and nobody writes the tile until [`stores_wait`].
pub unsafe fn store_tile_of(to: *const TensorMap, from: SharedAddress, x: u32, y: u32, z: u32) {
    unsafe {
        ptx!(
            "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [{0}, {2}], [{1}];",
            to,
            from.0,
            [x, y, z],
            cpu = elsewhere()
        )
    }
}

/// The same to a tensor of four dimensions.
///
/// # Safety
/// As of [`store_tile_of`].
pub unsafe fn store_tile_at(to: *const TensorMap, from: SharedAddress, at: [u32; 4]) {
    unsafe {
        ptx!(
            "cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [{0}, {2}], [{1}];",
            to,
            from.0,
            at,
            cpu = elsewhere()
        )
    }
}

/// Ends a group of the thread's [`store_tile_of`].
pub fn stores_commit() {
    unsafe { ptx!("cp.async.bulk.commit_group;", cpu = elsewhere()) }
}

/// Waits until all groups but the last `PENDING` have read what they store. PTX ISA, "cp.async.bulk.wait_group".
pub fn stores_wait<const PENDING: u32>() {
    unsafe { ptx!("cp.async.bulk.wait_group.read {0};", PENDING, cpu = elsewhere()) }
}

/// A barrier of `THREADS` of the block's threads, of which there are numbers 1 to 15. PTX ISA, "barrier".
///
/// # Safety
/// Whole warps are here, and so many threads come.
pub unsafe fn meet<const THREADS: u32>(number: u32) {
    unsafe { ptx!("bar.sync {0}, {1};", number, THREADS, cpu = elsewhere()) }
}

/// Counts as here at that barrier, without waiting. PTX ISA, "barrier".
///
/// # Safety
/// As of [`meet`].
pub unsafe fn pass<const THREADS: u32>(number: u32) {
    unsafe { ptx!("bar.arrive {0}, {1};", number, THREADS, cpu = elsewhere()) }
}

/// The warpgroup gives registers back, or takes some: each thread has `N` then. PTX ISA, "setmaxnreg".
///
/// # Safety
/// All threads of the warpgroup are here, `N` is a multiple of 8 from 24 to 256, and there are so many.
pub unsafe fn fewer_registers<const N: u32>() {
    unsafe { ptx!("setmaxnreg.dec.sync.aligned.u32 {0};", N, cpu = elsewhere()) }
}

/// As [`fewer_registers`].
///
/// # Safety
/// As there.
pub unsafe fn more_registers<const N: u32>() {
    unsafe { ptx!("setmaxnreg.inc.sync.aligned.u32 {0};", N, cpu = elsewhere()) }
}

/// A thread's part of 64 rows of sums that a warpgroup has, `N` registers: 2 `N` columns. They stay in registers: a cubin in
/// which they cannot, or in which something touches them while a product runs, is refused. PTX ISA, "Register Fragments
/// for wgmma.mma_async.m64nNk16".
pub struct Sums<const N: usize> {
    sums: [f32; N],
}

impl<const N: usize> Sums<N> {
    /// All zero.
    pub const ZERO: Sums<N> = Sums { sums: [0.0; N] };

    /// Products of this warpgroup come next.
    pub fn begin(&mut self) {
        unsafe { ptx!("wgmma.fence.sync.aligned;", &mut self.sums, cpu = elsewhere()) }
    }

    /// The same, where products have `left` from registers.
    pub fn begin_with<const K: usize>(&mut self, left: &mut [u32; K]) {
        unsafe { ptx!("wgmma.fence.sync.aligned;", &mut self.sums, &mut *left, cpu = elsewhere()) }
    }

    /// Ends a group of products.
    pub fn commit(&mut self) {
        unsafe { ptx!("wgmma.commit_group.sync.aligned;", cpu = elsewhere()) }
    }

    /// Waits until all groups are done but the last `PENDING`.
    pub fn wait<const PENDING: u32>(&mut self) {
        unsafe { ptx!("wgmma.wait_group.sync.aligned {1};", &mut self.sums, PENDING, cpu = elsewhere()) }
    }

    /// The same, where a product has `left` from registers.
    pub fn wait_with<const PENDING: u32, const K: usize>(&mut self, left: &mut [u32; K]) {
        unsafe { ptx!("wgmma.wait_group.sync.aligned {2};", &mut self.sums, &mut *left, PENDING, cpu = elsewhere()) }
    }

    /// The row and column of register `index`. Registers 2 k and 2 k + 1 are beside each other.
    pub fn place(index: u32) -> (u32, u32) {
        let thread = unsafe { i::thread_idx_x() } % 128;
        (thread / 32 * 16 + thread % 32 / 4 + index / 2 % 2 * 8, index / 4 * 8 + thread % 4 * 2 + index % 2)
    }

    /// The thread's sums, when all products are done.
    pub fn elements(&self) -> &[f32; N] {
        &self.sums
    }

    /// The same, to be changed. The next products are added to them.
    pub fn elements_mut(&mut self) -> &mut [f32; N] {
        &mut self.sums
    }
}

macro_rules! products {
    ($($n:literal $add:ident $set:ident $text:literal
        $($add_across:ident $set_across:ident $add_rows:ident $rows:literal)?)*) => {$(
        impl Sums<$n> {
            /// Begins to add the product of 64 rows and 16 elements in each, 8 of f32, of which `a` is the descriptor, and
            /// as many elements in each of 2 `N` columns. Elements of f32 are cut to tf32.
            ///
            /// # Safety
            /// All threads of the warpgroup are here with the same operands, which nobody writes until the product is done,
            /// and [`begin`](Sums::begin) came before.
            pub unsafe fn $add(&mut self, a: u64, b: u64) {
                unsafe { ptx!($text, &mut self.sums, a, b, 1, 0, 0, cpu = elsewhere()) }
            }

            /// The product takes the place of the sums.
            ///
            /// # Safety
            /// As above.
            pub unsafe fn $set(&mut self, a: u64, b: u64) {
                unsafe { ptx!($text, &mut self.sums, a, b, 0, 0, 0, cpu = elsewhere()) }
            }

            $(
                /// Adds, where `A` is 1 if a lies [across](SharedAddress::descriptor_across), else 0, and `B` likewise.
                ///
                /// # Safety
                /// As above.
                pub unsafe fn $add_across<const A: u32, const B: u32>(&mut self, a: u64, b: u64) {
                    unsafe { ptx!($text, &mut self.sums, a, b, 1, A, B, cpu = elsewhere()) }
                }

                /// The same, and the product takes the place of the sums.
                ///
                /// # Safety
                /// As above.
                pub unsafe fn $set_across<const A: u32, const B: u32>(&mut self, a: u64, b: u64) {
                    unsafe { ptx!($text, &mut self.sums, a, b, 0, A, B, cpu = elsewhere()) }
                }

                /// Adds, with `a` from registers: two elements in each, of those that [`place`](Sums::place) says of 16
                /// columns. It stays there until [`wait_with`](Sums::wait_with).
                ///
                /// # Safety
                /// As above.
                pub unsafe fn $add_rows<const B: u32>(&mut self, a: [u32; 4], b: u64) {
                    unsafe { ptx!($rows, &mut self.sums, a, b, B, cpu = elsewhere()) }
                }
            )?
        }
    )*};
}
products! {
    32 add_bf16 set_bf16
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_bf16_across set_bf16_across add_bf16_rows
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {0}, {1}, {2}, 1, 1, 1, {3};"
    32 add_f16 set_f16
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_f16_across set_f16_across add_f16_rows
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {0}, {1}, {2}, 1, 1, 1, {3};"
    32 add_tf32 set_tf32
        "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {0}, {1}, {2}, {3}, 1, 1;"
    64 add_bf16 set_bf16
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_bf16_across set_bf16_across add_bf16_rows
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {0}, {1}, {2}, 1, 1, 1, {3};"
    64 add_f16 set_f16
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_f16_across set_f16_across add_f16_rows
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {0}, {1}, {2}, 1, 1, 1, {3};"
    64 add_tf32 set_tf32
        "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {0}, {1}, {2}, {3}, 1, 1;"
    96 add_bf16 set_bf16
        "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_bf16_across set_bf16_across add_bf16_rows
        "wgmma.mma_async.sync.aligned.m64n192k16.f32.bf16.bf16 {0}, {1}, {2}, 1, 1, 1, {3};"
    96 add_f16 set_f16
        "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_f16_across set_f16_across add_f16_rows
        "wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {0}, {1}, {2}, 1, 1, 1, {3};"
    96 add_tf32 set_tf32
        "wgmma.mma_async.sync.aligned.m64n192k8.f32.tf32.tf32 {0}, {1}, {2}, {3}, 1, 1;"
    128 add_bf16 set_bf16
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_bf16_across set_bf16_across add_bf16_rows
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {0}, {1}, {2}, 1, 1, 1, {3};"
    128 add_f16 set_f16
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {0}, {1}, {2}, {3}, 1, 1, {4}, {5};"
        add_f16_across set_f16_across add_f16_rows
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {0}, {1}, {2}, 1, 1, 1, {3};"
    128 add_tf32 set_tf32
        "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {0}, {1}, {2}, {3}, 1, 1;"
}
