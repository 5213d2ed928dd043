//! Atomic integers: written by tools/gen_prelude.py.
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
        unsafe { match order { Relaxed => i::atomic_load::<T, 0, 2>(at), Acquire => i::atomic_load::<T, 1, 2>(at), Release => panic!("there is no such thing as a release load"), AcqRel => panic!("there is no such thing as an acquire-release load"), SeqCst => i::atomic_load::<T, 4, 2>(at) } }
}
fn store<T: Copy>(at: *mut T, value: T, order: Ordering) {
        unsafe { match order { Relaxed => i::atomic_store::<T, 0, 2>(at, value), Acquire => panic!("there is no such thing as an acquire store"), Release => i::atomic_store::<T, 2, 2>(at, value), AcqRel => panic!("there is no such thing as an acquire-release store"), SeqCst => i::atomic_store::<T, 4, 2>(at, value) } }
}
fn exchange<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_exchange::<T, 0, 2>(at, value), Acquire => i::atomic_exchange::<T, 1, 2>(at, value), Release => i::atomic_exchange::<T, 2, 2>(at, value), AcqRel => i::atomic_exchange::<T, 3, 2>(at, value), SeqCst => i::atomic_exchange::<T, 4, 2>(at, value) } }
}
fn compare_exchange<T: Copy>(at: *mut T, expected: T, new: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_compare_exchange::<T, 0, 2>(at, expected, new), Acquire => i::atomic_compare_exchange::<T, 1, 2>(at, expected, new), Release => i::atomic_compare_exchange::<T, 2, 2>(at, expected, new), AcqRel => i::atomic_compare_exchange::<T, 3, 2>(at, expected, new), SeqCst => i::atomic_compare_exchange::<T, 4, 2>(at, expected, new) } }
}
fn add<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_add::<T, 0, 2>(at, value), Acquire => i::atomic_add::<T, 1, 2>(at, value), Release => i::atomic_add::<T, 2, 2>(at, value), AcqRel => i::atomic_add::<T, 3, 2>(at, value), SeqCst => i::atomic_add::<T, 4, 2>(at, value) } }
}
fn sub<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_sub::<T, 0, 2>(at, value), Acquire => i::atomic_sub::<T, 1, 2>(at, value), Release => i::atomic_sub::<T, 2, 2>(at, value), AcqRel => i::atomic_sub::<T, 3, 2>(at, value), SeqCst => i::atomic_sub::<T, 4, 2>(at, value) } }
}
fn and<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_and::<T, 0, 2>(at, value), Acquire => i::atomic_and::<T, 1, 2>(at, value), Release => i::atomic_and::<T, 2, 2>(at, value), AcqRel => i::atomic_and::<T, 3, 2>(at, value), SeqCst => i::atomic_and::<T, 4, 2>(at, value) } }
}
fn or<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_or::<T, 0, 2>(at, value), Acquire => i::atomic_or::<T, 1, 2>(at, value), Release => i::atomic_or::<T, 2, 2>(at, value), AcqRel => i::atomic_or::<T, 3, 2>(at, value), SeqCst => i::atomic_or::<T, 4, 2>(at, value) } }
}
fn xor<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_xor::<T, 0, 2>(at, value), Acquire => i::atomic_xor::<T, 1, 2>(at, value), Release => i::atomic_xor::<T, 2, 2>(at, value), AcqRel => i::atomic_xor::<T, 3, 2>(at, value), SeqCst => i::atomic_xor::<T, 4, 2>(at, value) } }
}
fn min<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_min::<T, 0, 2>(at, value), Acquire => i::atomic_min::<T, 1, 2>(at, value), Release => i::atomic_min::<T, 2, 2>(at, value), AcqRel => i::atomic_min::<T, 3, 2>(at, value), SeqCst => i::atomic_min::<T, 4, 2>(at, value) } }
}
fn max<T: Copy>(at: *mut T, value: T, order: Ordering) -> T {
        unsafe { match order { Relaxed => i::atomic_max::<T, 0, 2>(at, value), Acquire => i::atomic_max::<T, 1, 2>(at, value), Release => i::atomic_max::<T, 2, 2>(at, value), AcqRel => i::atomic_max::<T, 3, 2>(at, value), SeqCst => i::atomic_max::<T, 4, 2>(at, value) } }
}
pub fn fence(order: Ordering) {
        unsafe { match order { Relaxed => panic!("there is no such thing as a relaxed fence"), Acquire => i::fence::<1, 2>(), Release => i::fence::<2, 2>(), AcqRel => i::fence::<3, 2>(), SeqCst => i::fence::<4, 2>() } }
}
/// Within a thread only: the compiler keeps the order of atomic operations anyway.
pub fn compiler_fence(order: Ordering) {
    if order == Relaxed {
        panic!("there is no such thing as a relaxed compiler fence")
    }
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

#[repr(C, align(4))]
pub struct AtomicI32 {
    value: UnsafeCell<i32>,
}
unsafe impl Sync for AtomicI32 {}
impl Debug for AtomicI32 {}
impl Default for AtomicI32 { fn default() -> AtomicI32 { AtomicI32::new(0) } }
impl From<i32> for AtomicI32 { fn from(value: i32) -> AtomicI32 { AtomicI32::new(value) } }
impl AtomicI32 {
    pub const fn new(value: i32) -> AtomicI32 { AtomicI32 { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut i32) -> &'a AtomicI32 { unsafe { &*(at as *mut AtomicI32) } }
    pub const fn as_ptr(&self) -> *mut i32 { self.value.get() }
    pub fn get_mut(&mut self) -> &mut i32 { self.value.get_mut() }
    pub const fn into_inner(self) -> i32 { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> i32 { load(self.as_ptr(), order) }
    pub fn store(&self, value: i32, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: i32, order: Ordering) -> i32 { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: i32, new: i32, success: Ordering, failure: Ordering) -> Result<i32, i32> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: i32, new: i32, success: Ordering, failure: Ordering) -> Result<i32, i32> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(i32) -> Option<i32>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<i32, i32> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: i32, order: Ordering) -> i32 {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: i32, order: Ordering) -> i32 { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: i32, order: Ordering) -> i32 { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: i32, order: Ordering) -> i32 { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: i32, order: Ordering) -> i32 { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: i32, order: Ordering) -> i32 { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: i32, order: Ordering) -> i32 { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: i32, order: Ordering) -> i32 { max(self.as_ptr(), value, order) }
}

#[repr(C, align(4))]
pub struct AtomicU32 {
    value: UnsafeCell<u32>,
}
unsafe impl Sync for AtomicU32 {}
impl Debug for AtomicU32 {}
impl Default for AtomicU32 { fn default() -> AtomicU32 { AtomicU32::new(0) } }
impl From<u32> for AtomicU32 { fn from(value: u32) -> AtomicU32 { AtomicU32::new(value) } }
impl AtomicU32 {
    pub const fn new(value: u32) -> AtomicU32 { AtomicU32 { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut u32) -> &'a AtomicU32 { unsafe { &*(at as *mut AtomicU32) } }
    pub const fn as_ptr(&self) -> *mut u32 { self.value.get() }
    pub fn get_mut(&mut self) -> &mut u32 { self.value.get_mut() }
    pub const fn into_inner(self) -> u32 { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> u32 { load(self.as_ptr(), order) }
    pub fn store(&self, value: u32, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: u32, order: Ordering) -> u32 { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: u32, new: u32, success: Ordering, failure: Ordering) -> Result<u32, u32> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: u32, new: u32, success: Ordering, failure: Ordering) -> Result<u32, u32> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(u32) -> Option<u32>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<u32, u32> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: u32, order: Ordering) -> u32 {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: u32, order: Ordering) -> u32 { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: u32, order: Ordering) -> u32 { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: u32, order: Ordering) -> u32 { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: u32, order: Ordering) -> u32 { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: u32, order: Ordering) -> u32 { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: u32, order: Ordering) -> u32 { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: u32, order: Ordering) -> u32 { max(self.as_ptr(), value, order) }
}

#[repr(C, align(8))]
pub struct AtomicI64 {
    value: UnsafeCell<i64>,
}
unsafe impl Sync for AtomicI64 {}
impl Debug for AtomicI64 {}
impl Default for AtomicI64 { fn default() -> AtomicI64 { AtomicI64::new(0) } }
impl From<i64> for AtomicI64 { fn from(value: i64) -> AtomicI64 { AtomicI64::new(value) } }
impl AtomicI64 {
    pub const fn new(value: i64) -> AtomicI64 { AtomicI64 { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut i64) -> &'a AtomicI64 { unsafe { &*(at as *mut AtomicI64) } }
    pub const fn as_ptr(&self) -> *mut i64 { self.value.get() }
    pub fn get_mut(&mut self) -> &mut i64 { self.value.get_mut() }
    pub const fn into_inner(self) -> i64 { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> i64 { load(self.as_ptr(), order) }
    pub fn store(&self, value: i64, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: i64, order: Ordering) -> i64 { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: i64, new: i64, success: Ordering, failure: Ordering) -> Result<i64, i64> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: i64, new: i64, success: Ordering, failure: Ordering) -> Result<i64, i64> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(i64) -> Option<i64>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<i64, i64> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: i64, order: Ordering) -> i64 {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: i64, order: Ordering) -> i64 { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: i64, order: Ordering) -> i64 { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: i64, order: Ordering) -> i64 { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: i64, order: Ordering) -> i64 { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: i64, order: Ordering) -> i64 { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: i64, order: Ordering) -> i64 { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: i64, order: Ordering) -> i64 { max(self.as_ptr(), value, order) }
}

#[repr(C, align(8))]
pub struct AtomicU64 {
    value: UnsafeCell<u64>,
}
unsafe impl Sync for AtomicU64 {}
impl Debug for AtomicU64 {}
impl Default for AtomicU64 { fn default() -> AtomicU64 { AtomicU64::new(0) } }
impl From<u64> for AtomicU64 { fn from(value: u64) -> AtomicU64 { AtomicU64::new(value) } }
impl AtomicU64 {
    pub const fn new(value: u64) -> AtomicU64 { AtomicU64 { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut u64) -> &'a AtomicU64 { unsafe { &*(at as *mut AtomicU64) } }
    pub const fn as_ptr(&self) -> *mut u64 { self.value.get() }
    pub fn get_mut(&mut self) -> &mut u64 { self.value.get_mut() }
    pub const fn into_inner(self) -> u64 { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> u64 { load(self.as_ptr(), order) }
    pub fn store(&self, value: u64, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: u64, order: Ordering) -> u64 { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: u64, new: u64, success: Ordering, failure: Ordering) -> Result<u64, u64> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: u64, new: u64, success: Ordering, failure: Ordering) -> Result<u64, u64> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(u64) -> Option<u64>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<u64, u64> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: u64, order: Ordering) -> u64 {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: u64, order: Ordering) -> u64 { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: u64, order: Ordering) -> u64 { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: u64, order: Ordering) -> u64 { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: u64, order: Ordering) -> u64 { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: u64, order: Ordering) -> u64 { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: u64, order: Ordering) -> u64 { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: u64, order: Ordering) -> u64 { max(self.as_ptr(), value, order) }
}

#[repr(C, align(8))]
pub struct AtomicIsize {
    value: UnsafeCell<isize>,
}
unsafe impl Sync for AtomicIsize {}
impl Debug for AtomicIsize {}
impl Default for AtomicIsize { fn default() -> AtomicIsize { AtomicIsize::new(0) } }
impl From<isize> for AtomicIsize { fn from(value: isize) -> AtomicIsize { AtomicIsize::new(value) } }
impl AtomicIsize {
    pub const fn new(value: isize) -> AtomicIsize { AtomicIsize { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut isize) -> &'a AtomicIsize { unsafe { &*(at as *mut AtomicIsize) } }
    pub const fn as_ptr(&self) -> *mut isize { self.value.get() }
    pub fn get_mut(&mut self) -> &mut isize { self.value.get_mut() }
    pub const fn into_inner(self) -> isize { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> isize { load(self.as_ptr(), order) }
    pub fn store(&self, value: isize, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: isize, order: Ordering) -> isize { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: isize, new: isize, success: Ordering, failure: Ordering) -> Result<isize, isize> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: isize, new: isize, success: Ordering, failure: Ordering) -> Result<isize, isize> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(isize) -> Option<isize>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<isize, isize> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: isize, order: Ordering) -> isize {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: isize, order: Ordering) -> isize { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: isize, order: Ordering) -> isize { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: isize, order: Ordering) -> isize { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: isize, order: Ordering) -> isize { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: isize, order: Ordering) -> isize { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: isize, order: Ordering) -> isize { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: isize, order: Ordering) -> isize { max(self.as_ptr(), value, order) }
}

#[repr(C, align(8))]
pub struct AtomicUsize {
    value: UnsafeCell<usize>,
}
unsafe impl Sync for AtomicUsize {}
impl Debug for AtomicUsize {}
impl Default for AtomicUsize { fn default() -> AtomicUsize { AtomicUsize::new(0) } }
impl From<usize> for AtomicUsize { fn from(value: usize) -> AtomicUsize { AtomicUsize::new(value) } }
impl AtomicUsize {
    pub const fn new(value: usize) -> AtomicUsize { AtomicUsize { value: UnsafeCell::new(value) } }
    pub const unsafe fn from_ptr<'a>(at: *mut usize) -> &'a AtomicUsize { unsafe { &*(at as *mut AtomicUsize) } }
    pub const fn as_ptr(&self) -> *mut usize { self.value.get() }
    pub fn get_mut(&mut self) -> &mut usize { self.value.get_mut() }
    pub const fn into_inner(self) -> usize { self.value.into_inner() }
    pub fn load(&self, order: Ordering) -> usize { load(self.as_ptr(), order) }
    pub fn store(&self, value: usize, order: Ordering) { store(self.as_ptr(), value, order) }
    pub fn swap(&self, value: usize, order: Ordering) -> usize { exchange(self.as_ptr(), value, order) }
    pub fn compare_exchange(&self, current: usize, new: usize, success: Ordering, failure: Ordering) -> Result<usize, usize> {
        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));
        if old == current { Ok(old) } else { Err(old) }
    }
    pub fn compare_exchange_weak(&self, current: usize, new: usize, success: Ordering, failure: Ordering) -> Result<usize, usize> {
        self.compare_exchange(current, new, success, failure)
    }
    pub fn fetch_update<F: FnMut(usize) -> Option<usize>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<usize, usize> {
        let mut old = self.load(fetch);
        while let Some(new) = f(old) {
            match self.compare_exchange_weak(old, new, set, fetch) {
                Ok(before) => return Ok(before),
                Err(now) => old = now,
            }
        }
        Err(old)
    }
    pub fn fetch_nand(&self, value: usize, order: Ordering) -> usize {
        let mut old = load(self.as_ptr(), Relaxed);
        loop {
            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);
            if now == old {
                return old;
            }
            old = now;
        }
    }
    pub fn fetch_add(&self, value: usize, order: Ordering) -> usize { add(self.as_ptr(), value, order) }
    pub fn fetch_sub(&self, value: usize, order: Ordering) -> usize { sub(self.as_ptr(), value, order) }
    pub fn fetch_and(&self, value: usize, order: Ordering) -> usize { and(self.as_ptr(), value, order) }
    pub fn fetch_or(&self, value: usize, order: Ordering) -> usize { or(self.as_ptr(), value, order) }
    pub fn fetch_xor(&self, value: usize, order: Ordering) -> usize { xor(self.as_ptr(), value, order) }
    pub fn fetch_min(&self, value: usize, order: Ordering) -> usize { min(self.as_ptr(), value, order) }
    pub fn fetch_max(&self, value: usize, order: Ordering) -> usize { max(self.as_ptr(), value, order) }
}
