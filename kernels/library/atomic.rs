//! Atomic values.

use crate::cell::UnsafeCell;
use crate::intrinsics as i;

/// The threads of one block see the operations of a scope in one order.
pub const BLOCK: u32 = 0;
/// The threads of one device.
pub const DEVICE: u32 = 1;
/// All threads, the host's too.
pub const SYSTEM: u32 = 2;

/// What an operation orders: a type for each, so that wrong pairs are wrong types.
pub struct Order<const ORDERING: u32>;

impl<const O: u32> Clone for Order<O> {
    fn clone(&self) -> Order<O> {
        Order
    }
}
impl<const O: u32> Copy for Order<O> {}

#[allow(non_upper_case_globals)]
pub const Relaxed: Order<0> = Order;
#[allow(non_upper_case_globals)]
pub const Acquire: Order<1> = Order;
#[allow(non_upper_case_globals)]
pub const Release: Order<2> = Order;
#[allow(non_upper_case_globals)]
pub const AcqRel: Order<3> = Order;
#[allow(non_upper_case_globals)]
pub const SeqCst: Order<4> = Order;

/// Orderings of loads.
pub trait LoadOrder {}
impl LoadOrder for Order<0> {}
impl LoadOrder for Order<1> {}
impl LoadOrder for Order<4> {}

/// Orderings of stores.
pub trait StoreOrder {}
impl StoreOrder for Order<0> {}
impl StoreOrder for Order<2> {}
impl StoreOrder for Order<4> {}

/// Numbers that are loaded, stored, exchanged and added to atomically.
pub trait AtomicValue: Copy {}
/// Integers: all other operations too.
pub trait AtomicInteger: AtomicValue {}

impl AtomicValue for i32 {}
impl AtomicValue for u32 {}
impl AtomicValue for i64 {}
impl AtomicValue for u64 {}
impl AtomicValue for f32 {}
impl AtomicValue for f64 {}
impl AtomicInteger for i32 {}
impl AtomicInteger for u32 {}
impl AtomicInteger for i64 {}
impl AtomicInteger for u64 {}

/// A number that threads may change at the same time.
#[lang = "atomic"]
#[repr(transparent)]
pub struct Atomic<T, const SCOPE: u32 = 1> {
    value: UnsafeCell<T>,
}
unsafe impl<T: Send, const SCOPE: u32> Sync for Atomic<T, SCOPE> {}

pub type BlockAtomic<T> = Atomic<T, 0>;
pub type SystemAtomic<T> = Atomic<T, 2>;

impl<T, const SCOPE: u32> Atomic<T, SCOPE> {
    pub const fn new(value: T) -> Atomic<T, SCOPE> {
        Atomic { value: UnsafeCell::new(value) }
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
    /// The same number, for the threads of another scope.
    pub fn scoped<const OTHER: u32>(&self) -> &Atomic<T, OTHER> {
        unsafe { &*(self as *const Atomic<T, SCOPE> as *const Atomic<T, OTHER>) }
    }
}

impl<T: AtomicValue, const SCOPE: u32> Atomic<T, SCOPE> {
    pub fn load<const O: u32>(&self, _order: Order<O>) -> T
    where
        Order<O>: LoadOrder,
    {
        unsafe { i::atomic_load::<T, O, SCOPE>(self.value.get() as *const T) }
    }
    pub fn store<const O: u32>(&self, value: T, _order: Order<O>)
    where
        Order<O>: StoreOrder,
    {
        unsafe { i::atomic_store::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn swap<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_exchange::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_add<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_add::<T, O, SCOPE>(self.value.get(), value) }
    }
}

impl<T: AtomicInteger, const SCOPE: u32> Atomic<T, SCOPE>
where
    T: PartialEq,
{
    /// One ordering serves both ends.
    pub fn compare_exchange<const O: u32>(&self, current: T, new: T, _order: Order<O>) -> Result<T, T> {
        let old = unsafe { i::atomic_compare_exchange::<T, O, SCOPE>(self.value.get(), current, new) };
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn fetch_sub<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_sub::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_and<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_and::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_or<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_or::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_xor<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_xor::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_min<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_min::<T, O, SCOPE>(self.value.get(), value) }
    }
    pub fn fetch_max<const O: u32>(&self, value: T, _order: Order<O>) -> T {
        unsafe { i::atomic_max::<T, O, SCOPE>(self.value.get(), value) }
    }
}

/// Orders memory operations before and after it.
pub fn fence<const O: u32, const SCOPE: u32>(_order: Order<O>) {
    unsafe { i::fence::<O, SCOPE>() }
}
