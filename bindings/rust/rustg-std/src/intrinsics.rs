//! What rustg itself does in kernels, with the names that kernels/library/intrinsics.rs gives it, in plain Rust. The conversions have
//! no condition; they are unsafe as their namesakes are.

use crate::atomic_value::{AtomicInteger, AtomicValue, std_order};
use crate::lanes::Lanes;
use crate::schedule;
use std::sync::atomic;

pub unsafe fn f32_to_f16(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        return sign | 0x7E00 | (magnitude >> 13 & 0x3FF) as u16;
    }
    if magnitude >= 0x4780_0000 {
        return sign | 0x7C00;
    }
    if magnitude < 0x3880_0000 {
        // subnormal: so many units of 2^-24; the sum's last bits are those, rounded as sums are
        let units = (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits();
        return sign | units as u16;
    }
    let odd = magnitude >> 13 & 1;
    sign | ((magnitude - 0x3800_0000 + 0xFFF + odd) >> 13) as u16
}

pub unsafe fn f16_to_f32(bits: u16) -> f32 {
    let sign = (bits as u32 & 0x8000) << 16;
    let magnitude = bits as u32 & 0x7FFF;
    let x = if magnitude >= 0x7C00 {
        let quiet = if magnitude > 0x7C00 { 0x40_0000 } else { 0 };
        f32::from_bits(0x7F80_0000 | quiet | (magnitude & 0x3FF) << 13)
    } else if magnitude < 0x400 {
        magnitude as f32 * f32::from_bits(0x3380_0000)
    } else {
        f32::from_bits((magnitude << 13) + 0x3800_0000)
    };
    f32::from_bits(x.to_bits() | sign)
}

pub unsafe fn f32_to_bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    if x.is_nan() {
        return (bits >> 16) as u16 | 0x40;
    }
    ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

pub unsafe fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

pub unsafe fn f32_to_f8e4m3(x: f32) -> u8 {
    let bits = x.to_bits();
    let sign = (bits >> 24 & 0x80) as u8;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        return 0x7F;
    }
    if magnitude > 0x43E0_0000 {
        return sign | 0x7E;
    }
    if magnitude < 0x3C80_0000 {
        // subnormal: the sum's last bits count units, rounded as sums are
        let units = (f32::from_bits(magnitude) + 16384.0).to_bits() - 16384.0f32.to_bits();
        return sign | units as u8;
    }
    let odd = magnitude >> 20 & 1;
    sign | ((magnitude - 0x3C00_0000 + 0x7_FFFF + odd) >> 20) as u8
}

pub unsafe fn f8e4m3_to_f32(bits: u8) -> f32 {
    let sign = (bits as u32 & 0x80) << 24;
    let magnitude = bits as u32 & 0x7F;
    let x = if magnitude == 0x7F {
        return f32::NAN;
    } else if magnitude < 8 {
        magnitude as f32 * f32::from_bits(0x3B00_0000)
    } else {
        f32::from_bits((magnitude << 20) + 0x3C00_0000)
    };
    f32::from_bits(x.to_bits() | sign)
}

pub unsafe fn f32_to_f8e5m2(x: f32) -> u8 {
    let bits = x.to_bits();
    let sign = (bits >> 24 & 0x80) as u8;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude > 0x7F80_0000 {
        return 0x7F;
    }
    if magnitude > 0x4760_0000 {
        return sign | 0x7B;
    }
    if magnitude < 0x3880_0000 {
        // subnormal: the sum's last bits count units, rounded as sums are
        let units = (f32::from_bits(magnitude) + 128.0).to_bits() - 128.0f32.to_bits();
        return sign | units as u8;
    }
    let odd = magnitude >> 21 & 1;
    sign | ((magnitude - 0x3800_0000 + 0xF_FFFF + odd) >> 21) as u8
}

pub unsafe fn f8e5m2_to_f32(bits: u8) -> f32 {
    let sign = (bits as u32 & 0x80) << 24;
    let magnitude = bits as u32 & 0x7F;
    let x = if magnitude > 0x7C {
        return f32::NAN;
    } else if magnitude == 0x7C {
        f32::INFINITY
    } else if magnitude < 4 {
        magnitude as f32 * f32::from_bits(0x3780_0000)
    } else {
        f32::from_bits((magnitude << 21) + 0x3800_0000)
    };
    f32::from_bits(x.to_bits() | sign)
}

macro_rules! place {
    ($($name:ident $of:ident $k:literal;)*) => {$(
        pub unsafe fn $name() -> u32 {
            schedule::place().$of[$k]
        }
    )*};
}
place! {
    thread_idx_x thread 0;
    thread_idx_y thread 1;
    thread_idx_z thread 2;
    block_idx_x block 0;
    block_idx_y block 1;
    block_idx_z block 2;
    block_dim_x block_dim 0;
    block_dim_y block_dim 1;
    block_dim_z block_dim 2;
    grid_dim_x grid_dim 0;
    grid_dim_y grid_dim 1;
    grid_dim_z grid_dim 2;
}

fn product(sides: [u32; 3]) -> usize {
    sides[0] as usize * sides[1] as usize * sides[2] as usize
}

fn linear(at: [u32; 3], sides: [u32; 3]) -> usize {
    at[0] as usize + (at[1] as usize + at[2] as usize * sides[1] as usize) * sides[0] as usize
}

/// The thread's number in the whole grid.
pub unsafe fn thread_index() -> usize {
    let p = schedule::place();
    linear(p.block, p.grid_dim) * product(p.block_dim) + linear(p.thread, p.block_dim)
}

macro_rules! exact {
    ($($name:ident $method:ident;)*) => {$(
        pub unsafe fn $name(x: f32) -> f32 {
            x.$method()
        }
    )*};
}
exact! {
    fast_sin sin;
    fast_cos cos;
    fast_exp exp;
    fast_ln ln;
}

pub unsafe fn fast_div(x: f32, y: f32) -> f32 {
    x / y
}

pub unsafe fn rsqrt(x: f32) -> f32 {
    1.0 / x.sqrt()
}

pub unsafe fn block_barrier() {
    schedule::barrier();
}

pub unsafe fn lane() -> u32 {
    schedule::lane()
}

fn from<T: Lanes>(value: T, lane: impl Fn(u32) -> u32) -> T {
    let (values, there) = schedule::exchange(value.to_bits64());
    let lane = lane(schedule::lane());
    if lane < 32 && there >> lane & 1 != 0 { T::from_bits64(values[lane as usize]) } else { value }
}

pub unsafe fn needs_sm_80() {}

pub unsafe fn needs_sm_90a() {}

pub unsafe fn shuffle<T: Lanes>(value: T, lane: u32) -> T {
    from(value, |_| lane % 32)
}

pub unsafe fn shuffle_xor<T: Lanes>(value: T, mask: u32) -> T {
    from(value, |own| own ^ mask)
}

pub unsafe fn shuffle_down<T: Lanes>(value: T, delta: u32) -> T {
    from(value, |own| own.saturating_add(delta))
}

pub unsafe fn shuffle_up<T: Lanes>(value: T, delta: u32) -> T {
    from(value, |own| own.checked_sub(delta).unwrap_or(own))
}

pub unsafe fn ballot(value: bool) -> u32 {
    let (values, there) = schedule::exchange(value as u64);
    (0..32).filter(|lane| there >> lane & 1 != 0 && values[*lane as usize] != 0).fold(0, |bits, lane| bits | 1 << lane)
}

pub unsafe fn any(value: bool) -> bool {
    unsafe { ballot(value) != 0 }
}

pub unsafe fn all(value: bool) -> bool {
    unsafe { ballot(!value) == 0 }
}

pub unsafe fn warp_sync() {
    schedule::exchange(0);
}

// Atomics. SAFETY of all: `at` is alive and aligned, which is the caller's to see to.

pub unsafe fn atomic_load<T: AtomicValue, const ORDERING: u32, const SCOPE: u32>(at: *const T) -> T {
    schedule::looked();
    unsafe { T::load(at.cast_mut(), ORDERING) }
}
pub unsafe fn atomic_store<T: AtomicValue, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) {
    unsafe { T::store(at, value, ORDERING) }
}
pub unsafe fn atomic_exchange<T: AtomicValue, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T {
    schedule::looked();
    unsafe { T::swap(at, value, ORDERING) }
}
pub unsafe fn atomic_add<T: AtomicValue, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T {
    unsafe { T::fetch_add(at, value, ORDERING) }
}
/// The value before.
pub unsafe fn atomic_compare_exchange<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, expected: T, new: T) -> T
where
    T: AtomicInteger,
{
    schedule::looked();
    unsafe { T::compare_exchange(at, expected, new, ORDERING) }
}

macro_rules! change {
    ($($name:ident $method:ident;)*) => {$(
        pub unsafe fn $name<T: AtomicInteger, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T {
            unsafe { T::$method(at, value, ORDERING) }
        }
    )*};
}
change! {
    atomic_sub fetch_sub;
    atomic_and fetch_and;
    atomic_or fetch_or;
    atomic_xor fetch_xor;
    atomic_min fetch_min;
    atomic_max fetch_max;
}

pub unsafe fn fence<const ORDERING: u32, const SCOPE: u32>() {
    if ORDERING != 0 {
        atomic::fence(std_order(ORDERING));
    }
}
