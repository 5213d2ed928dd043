//! Atomic values, for the threads of a block, of a device, or all.

use crate::schedule;
use std::cell::UnsafeCell;
use std::fmt;
use std::sync::atomic as std_atomic;

/// Scope: the threads of one block.
pub const BLOCK: u32 = 0;
/// Scope: the threads of one device.
pub const DEVICE: u32 = 1;
/// Scope: all threads, the host's too.
pub const SYSTEM: u32 = 2;

/// What an operation orders: a type for each, so that a wrong one is a type error.
#[derive(Clone, Copy, Debug)]
pub struct Order<const ORDERING: u32>;

/// Orders nothing but the value itself.
#[allow(non_upper_case_globals)]
pub const Relaxed: Order<0> = Order;
/// What follows stays behind it.
#[allow(non_upper_case_globals)]
pub const Acquire: Order<1> = Order;
/// What is before stays before it.
#[allow(non_upper_case_globals)]
pub const Release: Order<2> = Order;
/// Both.
#[allow(non_upper_case_globals)]
pub const AcqRel: Order<3> = Order;
/// Both, and one order of all such operations.
#[allow(non_upper_case_globals)]
pub const SeqCst: Order<4> = Order;

/// Orderings of loads: `Relaxed`, `Acquire`, `SeqCst`.
pub trait LoadOrder {}
impl LoadOrder for Order<0> {}
impl LoadOrder for Order<1> {}
impl LoadOrder for Order<4> {}

/// Orderings of stores: `Relaxed`, `Release`, `SeqCst`.
pub trait StoreOrder {}
impl StoreOrder for Order<0> {}
impl StoreOrder for Order<2> {}
impl StoreOrder for Order<4> {}

const fn std_order(order: u32) -> std_atomic::Ordering {
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

/// Numbers that are loaded, stored, exchanged and added to atomically: `i32`, `u32`, `i64`, `u64`, `f32`, `f64`.
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

/// Integers: all other operations too.
pub trait AtomicInteger: AtomicValue {
    #[doc(hidden)]
    unsafe fn compare_exchange(at: *mut Self, current: Self, new: Self, order: u32) -> Result<Self, Self>;
    #[doc(hidden)]
    unsafe fn fetch_sub(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_and(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_or(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_xor(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_min(at: *mut Self, value: Self, order: u32) -> Self;
    #[doc(hidden)]
    unsafe fn fetch_max(at: *mut Self, value: Self, order: u32) -> Self;
}

macro_rules! integer {
    ($t:ty, $a:ident) => {
        impl AtomicValue for $t {
            unsafe fn load(at: *mut $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.load(std_order(order))
            }
            unsafe fn store(at: *mut $t, value: $t, order: u32) {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.store(value, std_order(order))
            }
            unsafe fn swap(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.swap(value, std_order(order))
            }
            unsafe fn fetch_add(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_add(value, std_order(order))
            }
        }
        impl AtomicInteger for $t {
            unsafe fn compare_exchange(at: *mut $t, current: $t, new: $t, order: u32) -> Result<$t, $t> {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.compare_exchange(current, new, std_order(order), failed(order))
            }
            unsafe fn fetch_sub(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_sub(value, std_order(order))
            }
            unsafe fn fetch_and(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_and(value, std_order(order))
            }
            unsafe fn fetch_or(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_or(value, std_order(order))
            }
            unsafe fn fetch_xor(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_xor(value, std_order(order))
            }
            unsafe fn fetch_min(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_min(value, std_order(order))
            }
            unsafe fn fetch_max(at: *mut $t, value: $t, order: u32) -> $t {
                // SAFETY: the caller's.
                unsafe { std_atomic::$a::from_ptr(at) }.fetch_max(value, std_order(order))
            }
        }
    };
}
integer!(i32, AtomicI32);
integer!(u32, AtomicU32);
integer!(i64, AtomicI64);
integer!(u64, AtomicU64);

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
                        match <$bits>::compare_exchange(at.cast(), old, new, order) {
                            Ok(_) => return <$t>::from_bits(old),
                            Err(other) => old = other,
                        }
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
    value: UnsafeCell<T>,
}

/// For the threads of one block.
pub type BlockAtomic<T> = Atomic<T, 0>;
/// For all threads, the host's too.
pub type SystemAtomic<T> = Atomic<T, 2>;

// SAFETY: all accesses behind a shared reference are atomic.
unsafe impl<T: Send, const SCOPE: u32> Sync for Atomic<T, SCOPE> {}

impl<T, const SCOPE: u32> Atomic<T, SCOPE> {
    /// An atomic value.
    pub const fn new(value: T) -> Self {
        Atomic { value: UnsafeCell::new(value) }
    }

    /// The value, while no one else can change it.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }

    /// The same number, for the threads of another scope.
    pub fn scoped<const OTHER: u32>(&self) -> &Atomic<T, OTHER> {
        // SAFETY: the layout is that of T.
        unsafe { &*(self as *const Self).cast() }
    }
}

impl<T: AtomicValue, const SCOPE: u32> Atomic<T, SCOPE> {
    /// The value.
    pub fn load<const O: u32>(&self, _order: Order<O>) -> T
    where
        Order<O>: LoadOrder,
    {
        schedule::looked();
        // SAFETY: self is alive and aligned.
        unsafe { T::load(self.value.get(), O) }
    }

    /// Changes the value.
    pub fn store<const O: u32>(&self, value: T, _order: Order<O>)
    where
        Order<O>: StoreOrder,
    {
        // SAFETY: as above.
        unsafe { T::store(self.value.get(), value, O) }
    }

    /// Changes the value; gives the old one.
    pub fn swap<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        schedule::looked();
        // SAFETY: as above.
        unsafe { T::swap(self.value.get(), value, O) }
    }

    /// Adds to the value, integers wrapping; gives the old one.
    pub fn fetch_add<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_add(self.value.get(), value, O) }
    }
}

impl<T: AtomicInteger, const SCOPE: u32> Atomic<T, SCOPE> {
    /// Changes the value to `new` if it is `current`. The old value: `Ok` if it was.
    ///
    /// # Errors
    /// The value, where it was another.
    pub fn compare_exchange<const O: u32>(&self, current: T, new: T, _order: Order<O>) -> Result<T, T> {
        schedule::looked();
        // SAFETY: as above.
        unsafe { T::compare_exchange(self.value.get(), current, new, O) }
    }

    /// Subtracts from the value, wrapping; gives the old one.
    pub fn fetch_sub<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_sub(self.value.get(), value, O) }
    }

    /// Keeps the bits that both have; gives the old one.
    pub fn fetch_and<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_and(self.value.get(), value, O) }
    }

    /// Adds bits; gives the old one.
    pub fn fetch_or<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_or(self.value.get(), value, O) }
    }

    /// Flips bits; gives the old one.
    pub fn fetch_xor<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_xor(self.value.get(), value, O) }
    }

    /// Keeps the lesser; gives the old one.
    pub fn fetch_min<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_min(self.value.get(), value, O) }
    }

    /// Keeps the greater; gives the old one.
    pub fn fetch_max<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        // SAFETY: as above.
        unsafe { T::fetch_max(self.value.get(), value, O) }
    }
}

impl<T: AtomicValue + fmt::Debug, const SCOPE: u32> fmt::Debug for Atomic<T, SCOPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: as above.
        fmt::Debug::fmt(&unsafe { T::load(self.value.get(), 0) }, f)
    }
}

/// Orders the memory operations before and behind it, as the threads of a scope see them.
pub fn fence<const O: u32, const SCOPE: u32>(_order: Order<O>) {
    if O != 0 {
        std_atomic::fence(std_order(O));
    }
}
