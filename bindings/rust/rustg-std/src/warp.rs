//! The 32 threads of a warp together: 32 neighbours of a block, by number. Lanes that are not there, or have ended, take
//! no part.

use crate::schedule;

/// Lanes of a warp.
pub const SIZE: u32 = 32;

/// Numbers of 32 or 64 bits, which lanes may exchange.
pub trait Lanes: Copy {
    #[doc(hidden)]
    fn to_bits64(self) -> u64;
    #[doc(hidden)]
    fn from_bits64(bits: u64) -> Self;
}

/// Numbers that a warp can reduce.
pub trait Reduce: Lanes {
    #[doc(hidden)]
    fn sum_of(self, other: Self) -> Self;
    #[doc(hidden)]
    fn least_of(self, other: Self) -> Self;
    #[doc(hidden)]
    fn greatest_of(self, other: Self) -> Self;
}

macro_rules! integer {
    ($($t:ty)*) => {$(
        impl Lanes for $t {
            fn to_bits64(self) -> u64 {
                self as u64
            }
            fn from_bits64(bits: u64) -> $t {
                bits as $t
            }
        }
        impl Reduce for $t {
            fn sum_of(self, other: $t) -> $t {
                self.wrapping_add(other)
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
integer!(i32 u32 i64 u64 isize usize);

macro_rules! float {
    ($($t:ty, $bits:ty)*) => {$(
        impl Lanes for $t {
            fn to_bits64(self) -> u64 {
                self.to_bits() as u64
            }
            fn from_bits64(bits: u64) -> $t {
                <$t>::from_bits(bits as $bits)
            }
        }
        impl Reduce for $t {
            fn sum_of(self, other: $t) -> $t {
                self + other
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
float!(f32, u32 f64, u64);

/// This thread's number in its warp.
pub fn lane() -> u32 {
    schedule::lane()
}

fn from<T: Lanes>(value: T, lane: impl Fn(u32) -> u32) -> T {
    let (values, there) = schedule::exchange(value.to_bits64());
    let lane = lane(schedule::lane());
    if lane < 32 && there >> lane & 1 != 0 { T::from_bits64(values[lane as usize]) } else { value }
}

/// The value of another lane, its number modulo 32; of its own where that lane is not there.
pub fn shuffle<T: Lanes>(value: T, lane: u32) -> T {
    from(value, |_| lane % 32)
}

/// The value of the lane whose number differs by the mask's bits; of its own where that lane is not there.
pub fn shuffle_xor<T: Lanes>(value: T, mask: u32) -> T {
    from(value, |own| own ^ mask)
}

/// The value of the lane `delta` further on; of its own where there is none.
pub fn shuffle_down<T: Lanes>(value: T, delta: u32) -> T {
    from(value, |own| own.saturating_add(delta))
}

/// The value of the lane `delta` before; of its own where there is none.
pub fn shuffle_up<T: Lanes>(value: T, delta: u32) -> T {
    from(value, |own| own.checked_sub(delta).unwrap_or(own))
}

/// A bit for each lane whose value is true.
pub fn ballot(value: bool) -> u32 {
    let (values, there) = schedule::exchange(value as u64);
    (0..32).filter(|lane| there >> lane & 1 != 0 && values[*lane as usize] != 0).fold(0, |bits, lane| bits | 1 << lane)
}

/// Whether a lane's value is true.
pub fn any(value: bool) -> bool {
    ballot(value) != 0
}

/// Whether all lanes' values are true.
pub fn all(value: bool) -> bool {
    ballot(!value) == 0
}

/// Orders the memory operations of the warp's lanes.
pub fn sync() {
    schedule::exchange(0);
}

/// Halves the warp five times, from the last lanes down: every lane gets the first one's result, in an order that is the
/// same everywhere.
fn reduce<T: Lanes>(value: T, combine: impl Fn(T, T) -> T) -> T {
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
    reduce(value, T::sum_of)
}

/// The least of all lanes' values.
pub fn reduce_min<T: Reduce>(value: T) -> T {
    reduce(value, T::least_of)
}

/// The greatest of all lanes' values.
pub fn reduce_max<T: Reduce>(value: T) -> T {
    reduce(value, T::greatest_of)
}
