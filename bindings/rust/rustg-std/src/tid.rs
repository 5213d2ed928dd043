//! The witness of a thread's own number, and what it indexes.

use crate::schedule;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A number that no other thread of the launch holds: the proof that an element of an output is this thread's own.
///
/// It indexes slices and outputs, and compares with `usize`.
pub struct Tid {
    pub(crate) index: usize,
    pub(crate) marker: PhantomData<*mut ()>,
}

impl<T> Index<Tid> for [T] {
    type Output = T;
    #[track_caller]
    fn index(&self, tid: Tid) -> &T {
        &self[tid.index]
    }
}

impl<T> IndexMut<Tid> for [T] {
    #[track_caller]
    fn index_mut(&mut self, tid: Tid) -> &mut T {
        &mut self[tid.index]
    }
}

/// What `#[kernel(block = ..)]` puts before a kernel's body.
#[doc(hidden)]
#[track_caller]
pub fn expect_block(x: u32, y: u32, z: u32) {
    assert!(
        schedule::place().block_dim == [x, y, z],
        "the launch's blocks have another shape than the kernel's, ({x}, {y}, {z})"
    );
}
