//! Atomic values, for the threads of a block, of a device, or all. This file is also one of kernels' library.

pub use crate::atomic_value::{Atomic, AtomicInteger, AtomicValue};

use crate::half::{bf16, f16};
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

/// An exchange whose ordering is known at compile time, as all of these are.
macro_rules! exchange_in_order {
    ($order:expr, $at:expr, $current:expr, $new:expr; $($o:literal)*) => {
        match $order {
            // SAFETY: self is alive and aligned.
            $($o => unsafe { i::atomic_compare_exchange::<T, $o, SCOPE>($at, $current, $new) },)*
            // SAFETY: as above.
            _ => unsafe { i::atomic_compare_exchange::<T, 4, SCOPE>($at, $current, $new) },
        }
    };
}

/// What orders both a success and a failure.
const fn both(success: u32, failure: u32) -> u32 {
    match (success, failure) {
        (_, 4) => 4,
        (0, 1) => 1,
        (2, 1) => 3,
        (order, _) => order,
    }
}

impl<T: AtomicInteger, const SCOPE: u32> Atomic<T, SCOPE> {
    /// As `compare_exchange`, with an ordering for the load where the value is another. It may fail where the value is
    /// `current`, so it stands in a loop.
    ///
    /// # Errors
    /// The value, where nothing was changed.
    pub fn compare_exchange_weak<const S: u32, const F: u32>(
        &self,
        current: T,
        new: T,
        _success: Order<S>,
        _failure: Order<F>,
    ) -> Result<T, T>
    where
        Order<F>: LoadOrder,
    {
        let old = exchange_in_order!(both(S, F), self.value.get(), current, new; 0 1 2 3);
        if old == current { Ok(old) } else { Err(old) }
    }

    /// Changes the value to what `f` makes of it, again and again until no other thread came between; gives the old one.
    ///
    /// # Errors
    /// The value for which `f` said `None`.
    pub fn fetch_update<const S: u32, const F: u32, C: FnMut(T) -> Option<T>>(
        &self,
        success: Order<S>,
        failure: Order<F>,
        mut f: C,
    ) -> Result<T, T>
    where
        Order<F>: LoadOrder,
    {
        let mut old = self.load(failure);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, success, failure) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
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

/// Numbers of 16 bits are added to by exchanges of their bits.
macro_rules! half {
    ($($t:ident)*) => {$(
        impl<const SCOPE: u32> Atomic<$t, SCOPE> {
            fn as_bits(&self) -> &Atomic<u16, SCOPE> {
                // SAFETY: the layout is that of the bits.
                unsafe { &*(self as *const Atomic<$t, SCOPE> as *const Atomic<u16, SCOPE>) }
            }

            /// The value.
            pub fn load<const O: u32>(&self, order: Order<O>) -> $t
            where
                Order<O>: LoadOrder,
            {
                $t::from_bits(self.as_bits().load(order))
            }

            /// Changes the value.
            pub fn store<const O: u32>(&self, value: $t, order: Order<O>)
            where
                Order<O>: StoreOrder,
            {
                self.as_bits().store(value.to_bits(), order)
            }

            /// Changes the value; gives the old one.
            pub fn swap<const O: u32>(&self, value: $t, order: Order<O>) -> $t {
                $t::from_bits(self.as_bits().swap(value.to_bits(), order))
            }

            /// Adds to the value; gives the old one.
            pub fn fetch_add<const O: u32>(&self, value: $t, order: Order<O>) -> $t {
                let bits = self.as_bits();
                let mut old = bits.load(Relaxed);
                loop {
                    let new = ($t::from_bits(old) + value).to_bits();
                    match bits.compare_exchange(old, new, order) {
                        Ok(before) => return $t::from_bits(before),
                        Err(now) => old = now,
                    }
                }
            }
        }
    )*};
}
half! { f16 bf16 }

/// Orders the memory operations before and behind it, as the threads of a scope see them.
pub fn fence<const O: u32, const SCOPE: u32>(_order: Order<O>) {
    // SAFETY: it has no condition.
    unsafe { i::fence::<O, SCOPE>() }
}
