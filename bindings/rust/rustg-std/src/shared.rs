use crate::atomic::{Atomic, BLOCK};
use crate::complex::Complex;
use crate::fp8::{f8e4m3, f8e5m2};
use crate::half::{bf16, f16};
use crate::schedule::{self, SharedKey};
use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// Plain data of at most 16 bytes: what shared memory may hold.
///
/// # Safety
/// The size is 1, 2, 4, 8 or 16 bytes, there is no padding, and all bytes zero are a value.
pub unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    // SAFETY: plain bits.
    ($($t:ty),*) => { $(unsafe impl Plain for $t {})* };
}
plain! { bool, char, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64 }
plain! { f16, bf16, f8e4m3, f8e5m2, Complex<f32>, Complex<f64> }
plain! { [f32; 2], [i32; 2], [u32; 2], [f32; 4], [i32; 4], [u32; 4], [f64; 2], [i64; 2], [u64; 2], [u8; 4] }
plain! { [u8; 16], [u16; 8], [f16; 2], [f16; 4], [f16; 8], [bf16; 2], [bf16; 4], [bf16; 8] }

/// Sixteen bytes, of which the threads have parts.
#[repr(align(16))]
struct Line {
    _words: UnsafeCell<[u64; 2]>,
}

/// A block's memory. Its threads take turns, so that plain accesses are in order.
struct Memory(Box<[Line]>);

// SAFETY: one thread of the block runs at a time, and the turns are handed on under a lock.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

fn memory(bytes: usize, file: &'static str, line: u32, column: u32) -> Arc<Memory> {
    let key = SharedKey { file, line, column, bytes };
    schedule::shared(key, || {
        Memory((0..bytes.div_ceil(16)).map(|_| Line { _words: UnsafeCell::new([0; 2]) }).collect())
    })
}

#[track_caller]
fn outside(len: usize, index: usize) -> ! {
    panic!("index out of bounds: the len is {len} but the index is {index}");
}

/// An array that the threads of a block share. Each place that makes one has its own.
///
/// `get` and `set` are single relaxed accesses: where threads race, one of the values written is read. An element of 16
/// bytes is two of 8.
/// [`block::sync`](crate::block::sync) orders them. What it holds at first is not specified.
pub struct Shared<T, const N: usize> {
    memory: Arc<Memory>,
    // not Send: it is its block's
    marker: PhantomData<*mut T>,
}

impl<T: Plain, const N: usize> Shared<T, N> {
    /// The block's array of this place in the program: all threads that come here get the same.
    #[track_caller]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let at = Location::caller();
        Shared { memory: memory(size_of::<[T; N]>(), at.file(), at.line(), at.column()), marker: PhantomData }
    }

    /// How many elements there are.
    pub const fn len(&self) -> usize {
        N
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        N == 0
    }

    /// The first element, for accesses that are the caller's to order. An array of a multiple of 16 bytes is aligned to
    /// 16.
    pub fn as_ptr(&self) -> *mut T {
        self.at(0)
    }

    fn at(&self, index: usize) -> *mut T {
        self.memory.0.as_ptr().cast::<T>().cast_mut().wrapping_add(index)
    }

    /// The value of an element.
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        if index >= N {
            outside(N, index);
        }
        // SAFETY: inside, and no one else runs.
        unsafe { self.at(index).read() }
    }

    /// Changes an element.
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        if index >= N {
            outside(N, index);
        }
        // SAFETY: as above.
        unsafe { self.at(index).write(value) }
    }

    /// An element as an atomic value.
    #[track_caller]
    pub fn atomic(&self, index: usize) -> &Atomic<T, BLOCK> {
        if index >= N {
            outside(N, index);
        }
        // SAFETY: inside, aligned, and an Atomic is as its value is.
        unsafe { &*self.at(index).cast_const().cast() }
    }
}

impl<T, const N: usize> fmt::Debug for Shared<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shared of {N} elements")
    }
}

/// The array that the threads of a block share, as long as the launch says: all of a block's are the same memory.
pub struct DynShared<T> {
    memory: Arc<Memory>,
    len: usize,
    marker: PhantomData<*mut T>,
}

impl<T: Plain> DynShared<T> {
    /// The block's array.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let bytes = schedule::dyn_shared_bytes();
        DynShared { memory: memory(bytes, "", 0, 0), len: bytes / size_of::<T>(), marker: PhantomData }
    }

    /// How many elements fit.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether none do.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first element, for accesses that are the caller's to order. An array of a multiple of 16 bytes is aligned to
    /// 16.
    pub fn as_ptr(&self) -> *mut T {
        self.at(0)
    }

    fn at(&self, index: usize) -> *mut T {
        self.memory.0.as_ptr().cast::<T>().cast_mut().wrapping_add(index)
    }

    /// The value of an element.
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        if index >= self.len {
            outside(self.len, index);
        }
        // SAFETY: inside, and no one else runs.
        unsafe { self.at(index).read() }
    }

    /// Changes an element.
    #[track_caller]
    pub fn set(&self, index: usize, value: T) {
        if index >= self.len {
            outside(self.len, index);
        }
        // SAFETY: as above.
        unsafe { self.at(index).write(value) }
    }

    /// An element as an atomic value.
    #[track_caller]
    pub fn atomic(&self, index: usize) -> &Atomic<T, BLOCK> {
        if index >= self.len {
            outside(self.len, index);
        }
        // SAFETY: inside, aligned, and an Atomic is as its value is.
        unsafe { &*self.at(index).cast_const().cast() }
    }
}

impl<T> fmt::Debug for DynShared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynShared of {} elements", self.len)
    }
}
