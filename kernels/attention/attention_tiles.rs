//! What attention on sm_90a is made of: rings of tiles in shared memory, and products of them.
use crate::attention_numbers::Number;
use rustg_std::hopper::{Barrier, SharedAddress, Sums, TensorMap, copy_bytes, copy_tile_at};
use rustg_std::prelude::*;

/// Bytes of 128 keys or values of 64 elements.
pub const BLOCK: u32 = 128 * 64 * 2;

pub trait Factor<const O: usize>: Number {
    /// # Safety
    /// As of the products of `Sums`.
    unsafe fn set(scores: &mut Sums<64>, q: u64, k: u64);
    /// # Safety
    /// As above.
    unsafe fn add(scores: &mut Sums<64>, q: u64, k: u64);
    /// # Safety
    /// As above.
    unsafe fn add_values(out: &mut Sums<O>, powers: [u32; 4], v: u64);
}
macro_rules! factor {
    ($($t:ident $n:literal $set:ident $add:ident $add_rows:ident)*) => {$(
        impl Factor<$n> for $t {
            unsafe fn set(scores: &mut Sums<64>, q: u64, k: u64) {
                unsafe { scores.$set(q, k) }
            }
            unsafe fn add(scores: &mut Sums<64>, q: u64, k: u64) {
                unsafe { scores.$add(q, k) }
            }
            unsafe fn add_values(out: &mut Sums<$n>, powers: [u32; 4], v: u64) {
                unsafe { out.$add_rows::<1>(powers, v) }
            }
        }
    )*};
}
factor! {
    bf16 32 set_bf16 add_bf16 add_bf16_rows
    bf16 64 set_bf16 add_bf16 add_bf16_rows
    f16 32 set_f16 add_f16 add_f16_rows
    f16 64 set_f16 add_f16 add_f16_rows
}

/// Stages of keys or of values, or one of queries, and the parity of the present round of them.
#[derive(Clone, Copy)]
pub struct Ring {
    memory: SharedAddress,
    bytes: u32,
    rows: u32,
    barriers: SharedAddress,
    count: u32,
    pub stage: u32,
    pub parity: u32,
}

impl Ring {
    /// Stages of so many bytes and rows, and two barriers for each.
    pub fn at(memory: SharedAddress, bytes: u32, rows: u32, barriers: SharedAddress, count: u32) -> Ring {
        Ring { memory, bytes, rows, barriers, count, stage: 0, parity: 0 }
    }

    pub fn full(&self) -> Barrier {
        Barrier::at(self.barriers + 16 * self.stage)
    }

    fn empty(&self) -> Barrier {
        Barrier::at(self.barriers + 16 * self.stage + 8)
    }

    pub fn tile(&self) -> SharedAddress {
        self.memory + self.stage * self.bytes
    }

    pub fn next(&mut self) {
        self.stage += 1;
        if self.stage == self.count {
            self.stage = 0;
            self.parity ^= 1;
        }
    }

    /// # Safety
    /// One thread, before anybody uses it: one that brings, and so many warpgroups.
    pub unsafe fn init(&self, users: u32) {
        for i in 0..self.count {
            unsafe {
                Barrier::at(self.barriers + 16 * i).init(1);
                Barrier::at(self.barriers + 16 * i + 8).init(users);
            }
        }
    }

    /// Brings rows of a head, when the stage is free.
    ///
    /// # Safety
    /// The one thread that brings, with a map that it has seen.
    pub unsafe fn bring(&mut self, from: *const TensorMap, row: u32, head: u32, batch: u32) {
        unsafe {
            self.empty().wait(self.parity ^ 1);
            self.full().arrive_and_expect(self.bytes);
            self.copy(from, row, head, batch);
        }
        self.next();
    }

    /// The same, and `n` bytes more beside them.
    ///
    /// # Safety
    /// As above, and as of [`copy_bytes`].
    pub unsafe fn bring_with(
        &mut self,
        from: *const TensorMap,
        row: u32,
        head: u32,
        batch: u32,
        more: *const f32,
        to: SharedAddress,
        n: u32,
    ) {
        unsafe {
            self.empty().wait(self.parity ^ 1);
            self.full().arrive_and_expect(self.bytes + n);
            self.copy(from, row, head, batch);
            copy_bytes(to + self.stage * n, more, n, self.full());
        }
        self.next();
    }

    /// Brings rows of two tensors, half of the bytes each.
    ///
    /// # Safety
    /// As above.
    pub unsafe fn bring_two(
        &mut self,
        from: *const TensorMap,
        other: *const TensorMap,
        row: u32,
        head: u32,
        batch: u32,
    ) {
        let mut half = Ring { bytes: self.bytes / 2, ..*self };
        unsafe {
            self.empty().wait(self.parity ^ 1);
            self.full().arrive_and_expect(self.bytes);
            half.copy(from, row, head, batch);
            half.memory = self.memory + self.bytes / 2;
            half.copy(other, row, head, batch);
        }
        self.next();
    }

    unsafe fn copy(&self, from: *const TensorMap, row: u32, head: u32, batch: u32) {
        let each = self.rows * 128;
        for i in 0..self.bytes / each.max(1) {
            unsafe { copy_tile_at(self.tile() + i * each, from, self.full(), [64 * i, row, head, batch]) };
        }
    }

    /// # Safety
    /// The stage is not used any more by this warpgroup; one of its threads.
    pub unsafe fn give_back(&mut self, is_first: bool) {
        if is_first {
            unsafe { self.empty().arrive() };
        }
        self.next();
    }
}
