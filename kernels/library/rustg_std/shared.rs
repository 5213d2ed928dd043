//! Memory of a block.

use crate::atomic::{Atomic, BLOCK};
use crate::complex::Complex;
use crate::fp8::{f8e4m3, f8e5m2};
use crate::half::{bf16, f16};
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

macro_rules! plain {
    (by size: $($t:ty),*) => { $(unsafe impl Plain for $t {})* };
    ($($t:ty)*) => {$(
        unsafe impl Plain for $t {
            unsafe fn read(at: *const $t) -> $t { unsafe { i::volatile_read(at) } }
            unsafe fn write(at: *mut $t, value: $t) { unsafe { i::volatile_write(at, value) } }
        }
    )*};
}
plain! { bool char i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 }
plain! { by size: f16, bf16, f8e4m3, f8e5m2, Complex<f32>, [f32; 2], [i32; 2], [u32; 2], [u8; 4] }

/// Elements of memory that has `$len` of them.
macro_rules! elements {
    ($me:ident $len:expr) => {
        #[track_caller]
        pub fn get(&$me, index: usize) -> T {
            if index >= $len {
                panic!("index out of bounds: the len is {} but the index is {}", $len, index);
            }
            unsafe { T::read(i::ptr_offset($me.pointer as *const T, index as isize)) }
        }
        #[track_caller]
        pub fn set(&$me, index: usize, value: T) {
            if index >= $len {
                panic!("index out of bounds: the len is {} but the index is {}", $len, index);
            }
            unsafe { T::write(i::ptr_offset_mut($me.pointer, index as isize), value) }
        }
        #[track_caller]
        pub fn atomic(&$me, index: usize) -> &Atomic<T, BLOCK> {
            if index >= $len {
                panic!("index out of bounds: the len is {} but the index is {}", $len, index);
            }
            unsafe { &*(i::ptr_offset_mut($me.pointer, index as isize) as *const Atomic<T, BLOCK>) }
        }
    };
}

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
    elements! { self N }
}

/// The array, as long as the launch says, that the threads of a block share.
#[lang = "dyn_shared"]
pub struct DynShared<T> {
    pointer: *mut T,
    len: usize,
}

impl<T: Plain> DynShared<T> {
    pub fn new() -> DynShared<T> {
        unsafe {
            DynShared { pointer: i::dyn_shared() as *mut T, len: i::dyn_shared_bytes() as usize / size_of::<T>() }
        }
    }
    pub fn len(&self) -> usize {
        self.len
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    elements! { self self.len }
}
