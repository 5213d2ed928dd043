//! The 32 threads of a warp together: 32 neighbours of a block, by number. Lanes that are not there, or have ended, take
//! no part. This file is also one of kernels' library.

pub use crate::lanes::Lanes;

use crate::intrinsics as i;
use core::ops::{Add, BitAnd, BitOr, BitXor};

/// Lanes of a warp.
pub const SIZE: u32 = 32;

/// Numbers that a warp can reduce.
pub trait Reduce: Lanes + Add<Output = Self> {
    #[doc(hidden)]
    fn sum_of(self, other: Self) -> Self;
    #[doc(hidden)]
    fn least_of(self, other: Self) -> Self;
    #[doc(hidden)]
    fn greatest_of(self, other: Self) -> Self;
}

macro_rules! number {
    ($($t:ident)*: $x:ident $y:ident $sum:expr) => {$(
        impl Reduce for $t {
            fn sum_of($x, $y: $t) -> $t {
                $sum
            }
            fn least_of(self, other: $t) -> $t {
                self.min(other)
            }
            fn greatest_of(self, other: $t) -> $t {
                self.max(other)
            }
        }
    )*};
}
number! { i32 u32 i64 u64 isize usize: self y self.wrapping_add(y) }
number! { f32 f64: self y self + y }

/// This thread's number in its warp.
pub fn lane() -> u32 {
    unsafe { i::lane() }
}

/// The value of another lane, its number modulo 32; of its own where that lane is not there.
pub fn shuffle<T: Lanes>(value: T, lane: u32) -> T {
    unsafe { i::shuffle(value, lane) }
}

/// The value of the lane whose number differs by the mask's bits; of its own where that lane is not there.
pub fn shuffle_xor<T: Lanes>(value: T, mask: u32) -> T {
    unsafe { i::shuffle_xor(value, mask) }
}

/// The value of the lane `delta` further on; of its own where there is none.
pub fn shuffle_down<T: Lanes>(value: T, delta: u32) -> T {
    unsafe { i::shuffle_down(value, delta) }
}

/// The value of the lane `delta` before; of its own where there is none.
pub fn shuffle_up<T: Lanes>(value: T, delta: u32) -> T {
    unsafe { i::shuffle_up(value, delta) }
}

/// A bit for each lane whose value is true.
pub fn ballot(value: bool) -> u32 {
    unsafe { i::ballot(value) }
}

/// Whether a lane's value is true.
pub fn any(value: bool) -> bool {
    unsafe { i::any(value) }
}

/// Whether all lanes' values are true.
pub fn all(value: bool) -> bool {
    unsafe { i::all(value) }
}

/// A bit for each lane that is here.
pub fn active() -> u32 {
    ballot(true)
}

/// A bit for each lane before this one, whether or not it is there.
pub fn lanes_before() -> u32 {
    (1 << lane()) - 1
}

/// A bit for each lane whose value equals this lane's; its own is among them, but for what equals nothing, NaN.
pub fn match_any<T: Lanes + PartialEq>(value: T) -> u32 {
    let mut rest = active();
    let mut own = 0;
    while rest != 0 {
        let first = rest.trailing_zeros();
        let is_same = value == shuffle(value, first);
        let same = ballot(is_same);
        own = if is_same { same } else { own };
        rest &= !(same | 1 << first);
    }
    own
}

/// Whether all lanes have the same value.
pub fn match_all<T: Lanes + PartialEq>(value: T) -> bool {
    all(value == shuffle(value, active().trailing_zeros()))
}

/// Orders the memory operations of the warp's lanes.
pub fn sync() {
    unsafe { i::warp_sync() }
}

/// All lanes' values combined. It halves the warp five times, from the last lanes down: every lane gets the first one's
/// result, in an order that is the same everywhere.
pub fn reduce<T: Lanes, F: Fn(T, T) -> T>(value: T, combine: F) -> T {
    let lanes = ballot(true).count_ones();
    let own = lane();
    let mut all = value;
    let mut delta = 16;
    while delta > 0 {
        let other = shuffle_down(all, delta);
        if own + delta < lanes {
            all = combine(all, other);
        }
        delta /= 2;
    }
    shuffle(all, 0)
}

/// The sum of all lanes' values; integers wrap.
pub fn reduce_add<T: Reduce>(value: T) -> T {
    reduce(value, |a, b| a.sum_of(b))
}

/// The least of all lanes' values.
pub fn reduce_min<T: Reduce>(value: T) -> T {
    reduce(value, |a, b| a.least_of(b))
}

/// The greatest of all lanes' values.
pub fn reduce_max<T: Reduce>(value: T) -> T {
    reduce(value, |a, b| a.greatest_of(b))
}

/// The bits that all lanes' values have.
pub fn reduce_and<T: Lanes + BitAnd<Output = T>>(value: T) -> T {
    reduce(value, |a, b| a & b)
}

/// The bits that any lane's value has.
pub fn reduce_or<T: Lanes + BitOr<Output = T>>(value: T) -> T {
    reduce(value, |a, b| a | b)
}

/// The bits that an odd number of lanes' values have.
pub fn reduce_xor<T: Lanes + BitXor<Output = T>>(value: T) -> T {
    reduce(value, |a, b| a ^ b)
}

/// The values of the lanes up to this one combined, in an order that is the same everywhere.
pub fn scan<T: Lanes, F: Fn(T, T) -> T>(value: T, combine: F) -> T {
    let own = lane();
    let mut all = value;
    let mut delta = 1;
    while delta < SIZE {
        let before = shuffle_up(all, delta);
        if own >= delta {
            all = combine(before, all);
        }
        delta *= 2;
    }
    all
}

/// The sum of the values of the lanes up to this one; integers wrap.
pub fn scan_add<T: Reduce>(value: T) -> T {
    scan(value, |a, b| a.sum_of(b))
}

/// The least of the values of the lanes up to this one.
pub fn scan_min<T: Reduce>(value: T) -> T {
    scan(value, |a, b| a.least_of(b))
}

/// The greatest of the values of the lanes up to this one.
pub fn scan_max<T: Reduce>(value: T) -> T {
    scan(value, |a, b| a.greatest_of(b))
}

/// The sum of the values of the lanes before this one, 0 for the first; integers wrap.
pub fn scan_add_before<T: Reduce + Default>(value: T) -> T {
    let before = shuffle_up(scan_add(value), 1);
    if lane() == 0 { T::default() } else { before }
}
