//! The 32 threads of a warp together: 32 neighbours of a block, by number. Lanes that are not there, or have ended, take
//! no part. This file is also one of kernels' library.

pub use crate::lanes::Lanes;

use crate::intrinsics as i;
use core::ops::Add;

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

/// Orders the memory operations of the warp's lanes.
pub fn sync() {
    unsafe { i::warp_sync() }
}

/// Halves the warp five times, from the last lanes down: every lane gets the first one's result, in an order that is the
/// same everywhere.
fn reduce<T: Lanes, F: Fn(T, T) -> T>(value: T, combine: F) -> T {
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
