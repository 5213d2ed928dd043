//! Atomic integers between all threads of the system; an ordering is a value here, which the optimizer knows.

use crate::cell::UnsafeCell;
use crate::common::{Debug, i};
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

unsafe_fns! {
    [fn]
    load[T: Copy](at: *const T, order: Ordering) -> T {
        match order {
            Relaxed => i::atomic_load::<T, 0, 2>(at),
            Acquire => i::atomic_load::<T, 1, 2>(at),
            Release => panic!("there is no such thing as a release load"),
            AcqRel => panic!("there is no such thing as an acquire-release load"),
            SeqCst => i::atomic_load::<T, 4, 2>(at),
        }
    }
    store[T: Copy](at: *mut T, value: T, order: Ordering) {
        match order {
            Relaxed => i::atomic_store::<T, 0, 2>(at, value),
            Acquire => panic!("there is no such thing as an acquire store"),
            Release => i::atomic_store::<T, 2, 2>(at, value),
            AcqRel => panic!("there is no such thing as an acquire-release store"),
            SeqCst => i::atomic_store::<T, 4, 2>(at, value),
        }
    }
    => [pub fn]
    fence(order: Ordering) {
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
    panic_if!(order == Relaxed, "there is no such thing as a relaxed compiler fence");
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

/// The type of an atomic, and what all have alike, by `compare_exchange` and `load` of their own.
macro_rules! atomic_cell {
    ($name:ident [$($p:ident)?] $t:ty, $align:literal $zero:expr) => {
        #[repr(C, align($align))]
        pub struct $name$(<$p>)? {
            value: UnsafeCell<$t>,
        }
        unsafe impl$(<$p>)? Sync for $name$(<$p>)? {}
        written! { $([$p])? Debug $name$(<$p>)?: self f self.load(Ordering::Relaxed).fmt(f); }
        impl$(<$p>)? Default for $name$(<$p>)? { fn default() -> $name$(<$p>)? { $name::new($zero) } }
        impl$(<$p>)? From<$t> for $name$(<$p>)? { fn from(value: $t) -> $name$(<$p>)? { $name::new(value) } }
        impl$(<$p>)? $name$(<$p>)? {
            pub const fn new(value: $t) -> $name$(<$p>)? { $name { value: UnsafeCell::new(value) } }
            pub const unsafe fn from_ptr<'a>(at: *mut $t) -> &'a $name$(<$p>)? {
                unsafe { &*(at as *mut $name$(<$p>)?) }
            }
            pub const fn as_ptr(&self) -> *mut $t { self.value.get() }
            pub fn get_mut(&mut self) -> &mut $t { self.value.get_mut() }
            pub const fn into_inner(self) -> $t { self.value.into_inner() }
            fns! {
                [pub fn]
                compare_exchange_weak(&self, current: $t, new: $t, success: Ordering, failure: Ordering)
                    -> Result<$t, $t>: self.compare_exchange(current, new, success, failure);
                fetch_update[F: FnMut($t) -> Option<$t>](&self, set: Ordering, fetch: Ordering, mut f: F)
                    -> Result<$t, $t>
                {
                    let mut old = self.load(fetch);
                    while let Some(new) = f(old) {
                        match self.compare_exchange_weak(old, new, set, fetch) {
                            Ok(before) => return Ok(before),
                            Err(now) => old = now,
                        }
                    }
                    Err(old)
                }
                try_update[F: FnMut($t) -> Option<$t>](&self, set: Ordering, fetch: Ordering, f: F) -> Result<$t, $t>:
                    self.fetch_update(set, fetch, f);
            }
            pub fn update<F: FnMut($t) -> $t>(&self, set: Ordering, fetch: Ordering, mut f: F) -> $t {
                let mut old = self.load(fetch);
                loop {
                    match self.compare_exchange_weak(old, f(old), set, fetch) {
                        Ok(before) => return before,
                        Err(now) => old = now,
                    }
                }
            }
        }
    };
}
macro_rules! atomic {
    ($($name:ident $t:ident $align:literal;)*) => {$(
        atomic_cell! { $name [] $t, $align 0 }
        impl $name {
            pub fn load(&self, order: Ordering) -> $t { load(self.as_ptr(), order) }
            pub fn store(&self, value: $t, order: Ordering) { store(self.as_ptr(), value, order) }
            pub fn swap(&self, value: $t, order: Ordering) -> $t { exchange(self.as_ptr(), value, order) }
            pub fn compare_exchange(
                &self, current: $t, new: $t, success: Ordering, failure: Ordering,
            ) -> Result<$t, $t> {
                let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
                if old == current { Ok(old) } else { Err(old) }
            }
            pub fn compare_and_swap(&self, current: $t, new: $t, order: Ordering) -> $t {
                compare_exchange(self.as_ptr(), current, new, order)
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
    AtomicI8 i8 1;
    AtomicU8 u8 1;
    AtomicI16 i16 2;
    AtomicU16 u16 2;
    AtomicI32 i32 4;
    AtomicU32 u32 4;
    AtomicI64 i64 8;
    AtomicU64 u64 8;
    AtomicIsize isize 8;
    AtomicUsize usize 8;
}

/// What AtomicBool and AtomicPtr have alike; `$to` and `$from` make the number that stands for a value, and back.
macro_rules! as_number {
    ($name:ident [$($p:ident)?] $t:ty, $n:ident $align:literal $zero:expr, $to:ident $from:ident) => {
        atomic_cell! { $name [$($p)?] $t, $align $zero }
        impl$(<$p>)? $name$(<$p>)? {
            fn number(&self) -> *mut $n { self.as_ptr() as *mut $n }
            pub fn load(&self, order: Ordering) -> $t { $from!(load(self.number(), order)) }
            pub fn store(&self, value: $t, order: Ordering) { store(self.number(), $to!(value), order) }
            pub fn swap(&self, value: $t, order: Ordering) -> $t { $from!(exchange(self.number(), $to!(value), order)) }
            pub fn compare_and_swap(&self, current: $t, new: $t, order: Ordering) -> $t {
                $from!(compare_exchange(self.number(), $to!(current), $to!(new), order))
            }
            pub fn compare_exchange(
                &self, current: $t, new: $t, success: Ordering, failure: Ordering,
            ) -> Result<$t, $t> {
                let old = compare_exchange(self.number(), $to!(current), $to!(new), both(success, failure));
                if old == $to!(current) { Ok($from!(old)) } else { Err($from!(old)) }
            }
        }
    };
}
macro_rules! byte_of_bool { ($value:expr) => { $value as u8 }; }
macro_rules! bool_of_byte { ($value:expr) => { $value != 0 }; }
macro_rules! number_of_pointer { ($value:expr) => { $value as usize }; }
macro_rules! pointer_of_number { ($value:expr) => { $value as *mut T }; }

as_number! { AtomicBool [] bool, u8 1 false, byte_of_bool bool_of_byte }
impl AtomicBool {
    pub fn fetch_and(&self, value: bool, order: Ordering) -> bool { and(self.number(), value as u8, order) != 0 }
    pub fn fetch_or(&self, value: bool, order: Ordering) -> bool { or(self.number(), value as u8, order) != 0 }
    pub fn fetch_xor(&self, value: bool, order: Ordering) -> bool { xor(self.number(), value as u8, order) != 0 }
    pub fn fetch_not(&self, order: Ordering) -> bool { self.fetch_xor(true, order) }
    pub fn fetch_nand(&self, value: bool, order: Ordering) -> bool {
        if value { self.fetch_xor(true, order) } else { self.swap(true, order) }
    }
}

pub const ATOMIC_BOOL_INIT: AtomicBool = AtomicBool::new(false);
pub const ATOMIC_ISIZE_INIT: AtomicIsize = AtomicIsize::new(0);
pub const ATOMIC_USIZE_INIT: AtomicUsize = AtomicUsize::new(0);

unsafe impl<T> Send for AtomicPtr<T> {}
as_number! { AtomicPtr [T] *mut T, usize 8 0 as *mut T, number_of_pointer pointer_of_number }
impl<T> AtomicPtr<T> {
    pub fn fetch_ptr_add(&self, n: usize, order: Ordering) -> *mut T {
        self.fetch_byte_add(unsafe { i::wrapping_mul(n, i::size_of::<T>()) }, order)
    }
    pub fn fetch_ptr_sub(&self, n: usize, order: Ordering) -> *mut T {
        self.fetch_byte_sub(unsafe { i::wrapping_mul(n, i::size_of::<T>()) }, order)
    }
    pub fn fetch_byte_add(&self, n: usize, order: Ordering) -> *mut T { add(self.number(), n, order) as *mut T }
    pub fn fetch_byte_sub(&self, n: usize, order: Ordering) -> *mut T { sub(self.number(), n, order) as *mut T }
    pub fn fetch_or(&self, bits: usize, order: Ordering) -> *mut T { or(self.number(), bits, order) as *mut T }
    pub fn fetch_and(&self, bits: usize, order: Ordering) -> *mut T { and(self.number(), bits, order) as *mut T }
    pub fn fetch_xor(&self, bits: usize, order: Ordering) -> *mut T { xor(self.number(), bits, order) as *mut T }
}
