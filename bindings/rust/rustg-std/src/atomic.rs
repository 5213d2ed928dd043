//! Atomic values, for the threads of a block, of a device, or all. This file is also one of kernels' library.

pub use crate::atomic_value::{Atomic, AtomicInteger, AtomicValue};

use crate::intrinsics as i;
use core::cell::UnsafeCell;

/// Scope: the threads of one block.
pub const BLOCK: u32 = 0;
/// Scope: the threads of one device.
pub const DEVICE: u32 = 1;
/// Scope: all threads, the host's too.
pub const SYSTEM: u32 = 2;

/// What an operation orders: a type for each, so that a wrong one is a type error.
#[derive(Debug)]
pub struct Order<const ORDERING: u32>;

impl<const O: u32> Clone for Order<O> {
    fn clone(&self) -> Order<O> {
        *self
    }
}
impl<const O: u32> Copy for Order<O> {}

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

/// For the threads of one block.
pub type BlockAtomic<T> = Atomic<T, 0>;
/// For all threads, the host's too.
pub type SystemAtomic<T> = Atomic<T, 2>;

impl<T, const SCOPE: u32> Atomic<T, SCOPE> {
    /// An atomic value.
    pub const fn new(value: T) -> Atomic<T, SCOPE> {
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
        unsafe { &*(self as *const Atomic<T, SCOPE> as *const Atomic<T, OTHER>) }
    }
}

impl<T: AtomicValue, const SCOPE: u32> Atomic<T, SCOPE> {
    /// The value.
    pub fn load<const O: u32>(&self, _order: Order<O>) -> T
    where
        Order<O>: LoadOrder,
    {
        // SAFETY: self is alive and aligned.
        unsafe { i::atomic_load::<T, O, SCOPE>(self.value.get() as *const T) }
    }

    /// Changes the value.
    pub fn store<const O: u32>(&self, value: T, _order: Order<O>)
    where
        Order<O>: StoreOrder,
    {
        // SAFETY: as above.
        unsafe { i::atomic_store::<T, O, SCOPE>(self.value.get(), value) }
    }
}

impl<T: AtomicInteger, const SCOPE: u32> Atomic<T, SCOPE> {
    /// Changes the value to `new` if it is `current`. The old value: `Ok` if it was. One ordering serves both ends.
    ///
    /// # Errors
    /// The value, where it was another.
    pub fn compare_exchange<const O: u32>(&self, current: T, new: T, _order: Order<O>) -> Result<T, T> {
        // SAFETY: as above.
        let old = unsafe { i::atomic_compare_exchange::<T, O, SCOPE>(self.value.get(), current, new) };
        if old == current { Ok(old) } else { Err(old) }
    }
}

macro_rules! change {
    ($($of:ident: $(#[$about:meta])* $name:ident $intrinsic:ident;)*) => {$(
        impl<T: $of, const SCOPE: u32> Atomic<T, SCOPE> {
            $(#[$about])*
            pub fn $name<const O: u32>(&self, value: T, _order: Order<O>) -> T {
                // SAFETY: self is alive and aligned.
                unsafe { i::$intrinsic::<T, O, SCOPE>(self.value.get(), value) }
            }
        }
    )*};
}
change! {
    AtomicValue:
    /// Changes the value; gives the old one.
    swap atomic_exchange;
    AtomicValue:
    /// Adds to the value, integers wrapping; gives the old one.
    fetch_add atomic_add;
    AtomicInteger:
    /// Subtracts from the value, wrapping; gives the old one.
    fetch_sub atomic_sub;
    AtomicInteger:
    /// Keeps the bits that both have; gives the old one.
    fetch_and atomic_and;
    AtomicInteger:
    /// Adds bits; gives the old one.
    fetch_or atomic_or;
    AtomicInteger:
    /// Flips bits; gives the old one.
    fetch_xor atomic_xor;
    AtomicInteger:
    /// Keeps the lesser; gives the old one.
    fetch_min atomic_min;
    AtomicInteger:
    /// Keeps the greater; gives the old one.
    fetch_max atomic_max;
}

/// Orders the memory operations before and behind it, as the threads of a scope see them.
pub fn fence<const O: u32, const SCOPE: u32>(_order: Order<O>) {
    // SAFETY: it has no condition.
    unsafe { i::fence::<O, SCOPE>() }
}
