//! Memory of a block.

use crate::atomic::{Atomic, BLOCK};
use crate::common::{PhantomData, i};
use crate::complex::Complex;
use crate::fp8::{f8e4m3, f8e5m2};
use crate::half::{bf16, f16};

/// What is as large as one of these is read and written as one, what has 16 bytes as two words.
macro_rules! words {
    ($($word:ident)*) => {
        unsafe fn read(at: *const Self) -> Self {
            unsafe {
                $(if size_of::<Self>() == size_of::<$word>() {
                    let bits = i::volatile_read(at as *const $word);
                    return i::ptr_read(&bits as *const $word as *const Self);
                })*
                let high = i::volatile_read(i::ptr_offset(at as *const u64, 1));
                let bits = i::wide(i::volatile_read(at as *const u64), high);
                i::ptr_read(&bits as *const u128 as *const Self)
            }
        }
        unsafe fn write(at: *mut Self, value: Self) {
            unsafe {
                let from = &value as *const Self;
                $(if size_of::<Self>() == size_of::<$word>() {
                    return i::volatile_write(at as *mut $word, i::ptr_read(from as *const $word));
                })*
                let mut bits = 0u128;
                i::ptr_write(&mut bits as *mut u128 as *mut Self, value);
                i::volatile_write(at as *mut u64, bits as u64);
                i::volatile_write(i::ptr_offset_mut(at as *mut u64, 1), (bits >> 64) as u64);
            }
        }
    };
}

/// Plain data of 1, 2, 4, 8 or 16 bytes: what shared memory may hold.
pub unsafe trait Plain: Copy {
    words! { u8 u16 u32 u64 }
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
plain! { by size: f16, bf16, f8e4m3, f8e5m2, Complex<f32>, Complex<f64>, u128, i128 }
plain! { by size: [f32; 2], [i32; 2], [u32; 2], [f32; 4], [i32; 4], [u32; 4], [f64; 2], [i64; 2], [u64; 2], [u8; 4] }
plain! { by size: [u8; 16], [u16; 8], [f16; 2], [f16; 4], [f16; 8], [bf16; 2], [bf16; 4], [bf16; 8] }

/// Elements of memory that has `$len` of them.
macro_rules! elements {
    ($me:ident $len:expr) => {
        pub const fn as_ptr(&$me) -> *mut T { $me.pointer }
        #[track_caller]
        pub fn get(&$me, index: usize) -> T {
            in_bounds!(index, $len);
            unsafe { T::read(i::ptr_offset($me.pointer as *const T, index as isize)) }
        }
        #[track_caller]
        pub fn set(&$me, index: usize, value: T) {
            in_bounds!(index, $len);
            unsafe { T::write(i::ptr_offset_mut($me.pointer, index as isize), value) }
        }
        #[track_caller]
        pub fn atomic(&$me, index: usize) -> &Atomic<T, BLOCK> {
            in_bounds!(index, $len);
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
    pub const fn len(&self) -> usize { N }
    pub const fn is_empty(&self) -> bool { N == 0 }
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
    pub fn len(&self) -> usize { self.len }
    pub fn is_empty(&self) -> bool { self.len == 0 }
    elements! { self self.len }
}
