//! Memory of a block.

use crate::atomic::{Atomic, BLOCK};
use crate::intrinsics as i;
use crate::marker::PhantomData;

/// Plain data of at most 8 bytes, of size 1, 2, 4 or 8: what shared memory may hold.
pub unsafe trait Plain: Copy {
    #[doc(hidden)]
    unsafe fn read(at: *const Self) -> Self {
        unsafe {
            if size_of::<Self>() == 1 {
                let bits = i::volatile_read(at as *const u8);
                i::ptr_read(&bits as *const u8 as *const Self)
            } else if size_of::<Self>() == 2 {
                let bits = i::volatile_read(at as *const u16);
                i::ptr_read(&bits as *const u16 as *const Self)
            } else if size_of::<Self>() == 4 {
                let bits = i::volatile_read(at as *const u32);
                i::ptr_read(&bits as *const u32 as *const Self)
            } else {
                let bits = i::volatile_read(at as *const u64);
                i::ptr_read(&bits as *const u64 as *const Self)
            }
        }
    }
    #[doc(hidden)]
    unsafe fn write(at: *mut Self, value: Self) {
        unsafe {
            let from = &value as *const Self;
            if size_of::<Self>() == 1 {
                i::volatile_write(at as *mut u8, i::ptr_read(from as *const u8));
            } else if size_of::<Self>() == 2 {
                i::volatile_write(at as *mut u16, i::ptr_read(from as *const u16));
            } else if size_of::<Self>() == 4 {
                i::volatile_write(at as *mut u32, i::ptr_read(from as *const u32));
            } else {
                i::volatile_write(at as *mut u64, i::ptr_read(from as *const u64));
            }
        }
    }
}

unsafe impl Plain for bool { unsafe fn read(at: *const bool) -> bool { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut bool, value: bool) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for char { unsafe fn read(at: *const char) -> char { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut char, value: char) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for i8 { unsafe fn read(at: *const i8) -> i8 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut i8, value: i8) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for i16 { unsafe fn read(at: *const i16) -> i16 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut i16, value: i16) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for i32 { unsafe fn read(at: *const i32) -> i32 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut i32, value: i32) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for i64 { unsafe fn read(at: *const i64) -> i64 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut i64, value: i64) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for isize { unsafe fn read(at: *const isize) -> isize { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut isize, value: isize) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for u8 { unsafe fn read(at: *const u8) -> u8 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut u8, value: u8) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for u16 { unsafe fn read(at: *const u16) -> u16 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut u16, value: u16) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for u32 { unsafe fn read(at: *const u32) -> u32 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut u32, value: u32) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for u64 { unsafe fn read(at: *const u64) -> u64 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut u64, value: u64) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for usize { unsafe fn read(at: *const usize) -> usize { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut usize, value: usize) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for f32 { unsafe fn read(at: *const f32) -> f32 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut f32, value: f32) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for f64 { unsafe fn read(at: *const f64) -> f64 { unsafe { i::volatile_read(at) } } unsafe fn write(at: *mut f64, value: f64) { unsafe { i::volatile_write(at, value) } } }
unsafe impl Plain for crate::half::f16 {}
unsafe impl Plain for crate::half::bf16 {}
unsafe impl Plain for crate::fp8::f8e4m3 {}
unsafe impl Plain for crate::fp8::f8e5m2 {}
unsafe impl Plain for crate::complex::Complex<f32> {}
unsafe impl Plain for [f32; 2] {}
unsafe impl Plain for [i32; 2] {}
unsafe impl Plain for [u32; 2] {}
unsafe impl Plain for [u8; 4] {}

/// An array that the threads of a block share.
#[lang = "shared"]
pub struct Shared<T, const N: usize> {
    pointer: *mut T,
    marker: PhantomData<[T; N]>,
}

impl<T: Plain, const N: usize> Shared<T, N> {
    #[track_caller]
    pub fn new() -> Shared<T, N> {
        Shared { pointer: unsafe { i::shared_alloc::<[T; N]>() as *mut T }, marker: PhantomData }
    }
    pub const fn len(&self) -> usize {
        N
    }
    pub const fn is_empty(&self) -> bool {
        N == 0
    }
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        if index >= N {
            panic!("index out of bounds: the len is {} but the index is {}", N, index);
        }
        unsafe { T::read(i::ptr_offset(self.pointer as *const T, index as isize)) }
    }
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        if index >= N {
            panic!("index out of bounds: the len is {} but the index is {}", N, index);
        }
        unsafe { T::write(i::ptr_offset_mut(self.pointer, index as isize), value) }
    }
    #[track_caller]
    pub fn atomic(&self, index: usize) -> &Atomic<T, BLOCK> {
        if index >= N {
            panic!("index out of bounds: the len is {} but the index is {}", N, index);
        }
        unsafe { &*(i::ptr_offset_mut(self.pointer, index as isize) as *const Atomic<T, BLOCK>) }
    }
}

/// The array, as long as the launch says, that the threads of a block share.
#[lang = "dyn_shared"]
pub struct DynShared<T> {
    pointer: *mut T,
    len: usize,
}

impl<T: Plain> DynShared<T> {
    pub fn new() -> DynShared<T> {
        unsafe { DynShared { pointer: i::dyn_shared() as *mut T, len: i::dyn_shared_bytes() as usize / size_of::<T>() } }
    }
    pub fn len(&self) -> usize {
        self.len
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        if index >= self.len {
            panic!("index out of bounds: the len is {} but the index is {}", self.len, index);
        }
        unsafe { T::read(i::ptr_offset(self.pointer as *const T, index as isize)) }
    }
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        if index >= self.len {
            panic!("index out of bounds: the len is {} but the index is {}", self.len, index);
        }
        unsafe { T::write(i::ptr_offset_mut(self.pointer, index as isize), value) }
    }
    #[track_caller]
    pub fn atomic(&self, index: usize) -> &Atomic<T, BLOCK> {
        if index >= self.len {
            panic!("index out of bounds: the len is {} but the index is {}", self.len, index);
        }
        unsafe { &*(i::ptr_offset_mut(self.pointer, index as isize) as *const Atomic<T, BLOCK>) }
    }
}
