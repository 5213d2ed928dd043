//! What atomic values are: the numbers, and the type.

use crate::cell::UnsafeCell;

/// Numbers that are loaded, stored, exchanged and added to atomically.
pub trait AtomicValue: Copy {}
/// Integers: all other operations too.
pub trait AtomicInteger: AtomicValue + PartialEq {}

macro_rules! atomic {
    ($($trait:ident: $($t:ident)*;)*) => { $($(impl $trait for $t {})*)* };
}
atomic! {
    AtomicValue: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64;
    AtomicInteger: i8 u8 i16 u16 i32 u32 i64 u64;
}

/// A number that threads may change at the same time.
#[lang = "atomic"]
#[repr(transparent)]
pub struct Atomic<T, const SCOPE: u32 = 1> {
    pub(crate) value: UnsafeCell<T>,
}
unsafe impl<T: Send, const SCOPE: u32> Sync for Atomic<T, SCOPE> {}
