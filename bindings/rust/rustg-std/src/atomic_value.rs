//! What atomic values are: the numbers, what the CPU does with them, and the type.

use std::cell::UnsafeCell;
use std::fmt;
use std::sync::atomic as std_atomic;

pub(crate) const fn std_order(order: u32) -> std_atomic::Ordering {
    match order {
        0 => std_atomic::Ordering::Relaxed,
        1 => std_atomic::Ordering::Acquire,
        2 => std_atomic::Ordering::Release,
        3 => std_atomic::Ordering::AcqRel,
        _ => std_atomic::Ordering::SeqCst,
    }
}

/// The ordering of a failed exchange: its load's part.
const fn failed(order: u32) -> std_atomic::Ordering {
    match order {
        0 | 2 => std_atomic::Ordering::Relaxed,
        1 | 3 => std_atomic::Ordering::Acquire,
        _ => std_atomic::Ordering::SeqCst,
    }
}

/// Numbers that are loaded, stored, exchanged and added to atomically: integers of up to 64 bits, `f32`, `f64`.
pub trait AtomicValue: Copy {
    #[doc(hidden)]
    unsafe fn load(at: *mut Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn store(at: *mut Self, value: Self, order: u32);
    #[doc(hidden)]
    unsafe fn swap(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_add(at: *mut Self, value: Self, order: u32) -> Self;
}

macro_rules! integers {
    ($($t:ident $atomic:ident)*: $changes:tt) => {
        $(integers! { @ $t $atomic $changes })*
    };
    (@ $t:ident $atomic:ident ($($change:ident)*)) => {
        impl AtomicValue for $t {
            unsafe fn load(at: *mut $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$atomic::from_ptr(at) }.load(std_order(order))
            }
            unsafe fn store(at: *mut $t, value: $t, order: u32) {
                // SAFETY: the caller's.
                unsafe { std_atomic::$atomic::from_ptr(at) }.store(value, std_order(order))
            }
            unsafe fn swap(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$atomic::from_ptr(at) }.swap(value, std_order(order))
            }
            unsafe fn fetch_add(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$atomic::from_ptr(at) }.fetch_add(value, std_order(order))
            }
        }
        impl AtomicInteger for $t {
            unsafe fn compare_exchange(at: *mut $t, current: $t, new: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                let at = unsafe { std_atomic::$atomic::from_ptr(at) };
                match at.compare_exchange(current, new, std_order(order), failed(order)) {
                    Ok(old) | Err(old) => old,
                }
            }
            $(
                unsafe fn $change(at: *mut $t, value: $t, order: u32) -> $t {
                    // SAFETY: the caller's.
                    unsafe { std_atomic::$atomic::from_ptr(at) }.$change(value, std_order(order))
                }
            )*
        }
    };
    (trait $($change:ident)*) => {
        /// Integers: all other operations too.
        pub trait AtomicInteger: AtomicValue + PartialEq {
            #[doc(hidden)]
            unsafe fn compare_exchange(at: *mut Self, current: Self, new: Self, order: u32) -> Self;
            $(
                #[doc(hidden)]
                unsafe fn $change(at: *mut Self, value: Self, order: u32) -> Self;
            )*
        }
    };
}
integers! { trait fetch_sub fetch_and fetch_or fetch_xor fetch_min fetch_max }
integers! {
    i8 AtomicI8 u8 AtomicU8 i16 AtomicI16 u16 AtomicU16 i32 AtomicI32 u32 AtomicU32 i64 AtomicI64 u64 AtomicU64:
    (fetch_sub fetch_and fetch_or fetch_xor fetch_min fetch_max)
}

macro_rules! float {
    ($t:ty, $bits:ty) => {
        impl AtomicValue for $t {
            unsafe fn load(at: *mut $t, order: u32) -> $t {
                // SAFETY: the caller's.
                <$t>::from_bits(unsafe { <$bits>::load(at.cast(), order) })
            }
            unsafe fn store(at: *mut $t, value: $t, order: u32) {
                // SAFETY: the caller's.
                unsafe { <$bits>::store(at.cast(), value.to_bits(), order) }
            }
            unsafe fn swap(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                <$t>::from_bits(unsafe { <$bits>::swap(at.cast(), value.to_bits(), order) })
            }
            unsafe fn fetch_add(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe {
                    let mut old = <$bits>::load(at.cast(), 0);
                    loop {
                        let new = (<$t>::from_bits(old) + value).to_bits();
                        let now = <$bits>::compare_exchange(at.cast(), old, new, order);
                        if now == old {
                            return <$t>::from_bits(old);
                        }
                        old = now;
                    }
                }
            }
        }
    };
}
float!(f32, u32);
float!(f64, u64);

/// A number that threads may change at the same time. Kernels take slices of them: `&[Atomic<u32>]`.
#[repr(transparent)]
pub struct Atomic<T, const SCOPE: u32 = 1> {
    pub(crate) value: UnsafeCell<T>,
}

// SAFETY: all accesses behind a shared reference are atomic.
unsafe impl<T: Send, const SCOPE: u32> Sync for Atomic<T, SCOPE> {}

impl<T: AtomicValue + fmt::Debug, const SCOPE: u32> fmt::Debug for Atomic<T, SCOPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: self is alive and aligned.
        fmt::Debug::fmt(&unsafe { T::load(self.value.get(), 0) }, f)
    }
}
