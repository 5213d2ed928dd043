//! Atomic integers between all threads of the system; an ordering is a value here, which the optimizer knows.

use crate::cell::UnsafeCell;
use crate::fmt::Debug;
use crate::intrinsics as i;
use Ordering::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ordering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

fn load<T: Copy>(at: *const T, order: Ordering) -> T {
    unsafe {
        match order {
            Relaxed => i::atomic_load::<T, 0, 2>(at),
            Acquire => i::atomic_load::<T, 1, 2>(at),
            Release => panic!("there is no such thing as a release load"),
            AcqRel => panic!("there is no such thing as an acquire-release load"),
            SeqCst => i::atomic_load::<T, 4, 2>(at),
        }
    }
}
fn store<T: Copy>(at: *mut T, value: T, order: Ordering) {
    unsafe {
        match order {
            Relaxed => i::atomic_store::<T, 0, 2>(at, value),
            Acquire => panic!("there is no such thing as an acquire store"),
            Release => i::atomic_store::<T, 2, 2>(at, value),
            AcqRel => panic!("there is no such thing as an acquire-release store"),
            SeqCst => i::atomic_store::<T, 4, 2>(at, value),
        }
    }
}
pub fn fence(order: Ordering) {
    unsafe {
        match order {
            Relaxed => panic!("there is no such thing as a relaxed fence"),
            Acquire => i::fence::<1, 2>(),
            Release => i::fence::<2, 2>(),
            AcqRel => i::fence::<3, 2>(),
            SeqCst => i::fence::<4, 2>(),
        }
    }
}
/// Within a thread only: the compiler keeps the order of atomic operations anyway.
pub fn compiler_fence(order: Ordering) {
    if order == Relaxed {
        panic!("there is no such thing as a relaxed compiler fence")
    }
}

/// Operations that read and write, for which each ordering has a meaning.
macro_rules! read_and_write {
    ($($name:ident $intrinsic:ident($($argument:ident),*);)*) => {$(
        fn $name<T: Copy>(at: *mut T, $($argument: T,)* order: Ordering) -> T {
            unsafe {
                match order {
                    Relaxed => i::$intrinsic::<T, 0, 2>(at, $($argument),*),
                    Acquire => i::$intrinsic::<T, 1, 2>(at, $($argument),*),
                    Release => i::$intrinsic::<T, 2, 2>(at, $($argument),*),
                    AcqRel => i::$intrinsic::<T, 3, 2>(at, $($argument),*),
                    SeqCst => i::$intrinsic::<T, 4, 2>(at, $($argument),*),
                }
            }
        }
    )*};
}
read_and_write! {
    exchange atomic_exchange(value);
    compare_exchange atomic_compare_exchange(expected, new);
    add atomic_add(value);
    sub atomic_sub(value);
    and atomic_and(value);
    or atomic_or(value);
    xor atomic_xor(value);
    min atomic_min(value);
    max atomic_max(value);
}

/// One that orders what success and failure do.
const fn both(success: Ordering, failure: Ordering) -> Ordering {
    match (success, failure) {
        (_, Release) => panic!("there is no such thing as a release failure ordering"),
        (_, AcqRel) => panic!("there is no such thing as an acquire-release failure ordering"),
        (_, SeqCst) => SeqCst,
        (Relaxed, Acquire) => Acquire,
        (Release, Acquire) => AcqRel,
        (order, _) => order,
    }
}

macro_rules! atomic {
    ($($name:ident $t:ident $align:literal;)*) => {$(
        #[repr(C, align($align))]
        pub struct $name {
            value: UnsafeCell<$t>,
        }
        unsafe impl Sync for $name {}
        impl Debug for $name {}
        impl Default for $name { fn default() -> $name { $name::new(0) } }
        impl From<$t> for $name { fn from(value: $t) -> $name { $name::new(value) } }
        impl $name {
            pub const fn new(value: $t) -> $name { $name { value: UnsafeCell::new(value) } }
            pub const unsafe fn from_ptr<'a>(at: *mut $t) -> &'a $name { unsafe { &*(at as *mut $name) } }
            pub const fn as_ptr(&self) -> *mut $t { self.value.get() }
            pub fn get_mut(&mut self) -> &mut $t { self.value.get_mut() }
            pub const fn into_inner(self) -> $t { self.value.into_inner() }
            pub fn load(&self, order: Ordering) -> $t { load(self.as_ptr(), order) }
            pub fn store(&self, value: $t, order: Ordering) { store(self.as_ptr(), value, order) }
            pub fn swap(&self, value: $t, order: Ordering) -> $t { exchange(self.as_ptr(), value, order) }
            pub fn compare_exchange(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
                let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
                if old == current { Ok(old) } else { Err(old) }
            }
            pub fn compare_exchange_weak(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
                self.compare_exchange(current, new, success, failure)
            }
            pub fn fetch_update<F: FnMut($t) -> Option<$t>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<$t, $t> {
                let mut old = self.load(fetch);
                while let Some(new) = f(old) {
                    match self.compare_exchange_weak(old, new, set, fetch) {
                        Ok(before) => return Ok(before),
                        Err(now) => old = now,
                    }
                }
                Err(old)
            }
            pub fn fetch_nand(&self, value: $t, order: Ordering) -> $t {
                let mut old = load(self.as_ptr(), Relaxed);
                loop {
                    let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
                    if now == old {
                        return old;
                    }
                    old = now;
                }
            }
            pub fn fetch_add(&self, value: $t, order: Ordering) -> $t { add(self.as_ptr(), value, order) }
            pub fn fetch_sub(&self, value: $t, order: Ordering) -> $t { sub(self.as_ptr(), value, order) }
            pub fn fetch_and(&self, value: $t, order: Ordering) -> $t { and(self.as_ptr(), value, order) }
            pub fn fetch_or(&self, value: $t, order: Ordering) -> $t { or(self.as_ptr(), value, order) }
            pub fn fetch_xor(&self, value: $t, order: Ordering) -> $t { xor(self.as_ptr(), value, order) }
            pub fn fetch_min(&self, value: $t, order: Ordering) -> $t { min(self.as_ptr(), value, order) }
            pub fn fetch_max(&self, value: $t, order: Ordering) -> $t { max(self.as_ptr(), value, order) }
        }
    )*};
}
atomic! {
    AtomicI32 i32 4;
    AtomicU32 u32 4;
    AtomicI64 i64 8;
    AtomicU64 u64 8;
    AtomicIsize isize 8;
    AtomicUsize usize 8;
}
