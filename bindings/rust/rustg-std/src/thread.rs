//! Which thread this is.

use crate::schedule;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A number that no other thread of the launch holds: the proof that an element of an output is this thread's own.
///
/// It indexes slices and outputs, and compares with `usize`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tid {
    index: usize,
    marker: PhantomData<*mut ()>,
}

impl Tid {
    /// The number itself.
    pub fn get(self) -> usize {
        self.index
    }
}

impl fmt::Debug for Tid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.index, f)
    }
}

impl fmt::Display for Tid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.index, f)
    }
}

impl From<Tid> for usize {
    fn from(tid: Tid) -> usize {
        tid.index
    }
}

impl PartialEq<usize> for Tid {
    fn eq(&self, other: &usize) -> bool {
        self.index == *other
    }
}

impl PartialOrd<usize> for Tid {
    fn partial_cmp(&self, other: &usize) -> Option<Ordering> {
        self.index.partial_cmp(other)
    }
}

impl PartialEq<Tid> for usize {
    fn eq(&self, other: &Tid) -> bool {
        *self == other.index
    }
}

impl PartialOrd<Tid> for usize {
    fn partial_cmp(&self, other: &Tid) -> Option<Ordering> {
        self.partial_cmp(&other.index)
    }
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

/// This thread's place in its block, in x.
pub fn idx_x() -> u32 {
    schedule::place().thread[0]
}

/// This thread's place in its block, in y.
pub fn idx_y() -> u32 {
    schedule::place().thread[1]
}

/// This thread's place in its block, in z.
pub fn idx_z() -> u32 {
    schedule::place().thread[2]
}

/// The block's place in the grid, in x.
pub fn block_idx_x() -> u32 {
    schedule::place().block[0]
}

/// The block's place in the grid, in y.
pub fn block_idx_y() -> u32 {
    schedule::place().block[1]
}

/// The block's place in the grid, in z.
pub fn block_idx_z() -> u32 {
    schedule::place().block[2]
}

/// Threads of a block, in x.
pub fn block_dim_x() -> u32 {
    schedule::place().block_dim[0]
}

/// Threads of a block, in y.
pub fn block_dim_y() -> u32 {
    schedule::place().block_dim[1]
}

/// Threads of a block, in z.
pub fn block_dim_z() -> u32 {
    schedule::place().block_dim[2]
}

/// Blocks of the grid, in x.
pub fn grid_dim_x() -> u32 {
    schedule::place().grid_dim[0]
}

/// Blocks of the grid, in y.
pub fn grid_dim_y() -> u32 {
    schedule::place().grid_dim[1]
}

/// Blocks of the grid, in z.
pub fn grid_dim_z() -> u32 {
    schedule::place().grid_dim[2]
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

fn product(sides: [u32; 3]) -> usize {
    sides[0] as usize * sides[1] as usize * sides[2] as usize
}

fn linear(at: [u32; 3], sides: [u32; 3]) -> usize {
    at[0] as usize + (at[1] as usize + at[2] as usize * sides[1] as usize) * sides[0] as usize
}

fn own() -> usize {
    let p = schedule::place();
    linear(p.block, p.grid_dim) * product(p.block_dim) + linear(p.thread, p.block_dim)
}

/// This thread's number in the whole grid, block after block; all dimensions are counted.
pub fn index() -> Tid {
    Tid { index: own(), marker: PhantomData }
}

/// This thread's column and row in the grid: its positions in x and y. They are plain numbers: another thread may have
/// computed the same.
pub fn index_2d() -> (usize, usize) {
    let p = schedule::place();
    let at = |k: usize| p.block[k] as usize * p.block_dim[k] as usize + p.thread[k] as usize;
    (at(0), at(1))
}

/// How many threads the launch has.
pub fn count() -> usize {
    let p = schedule::place();
    product(p.grid_dim) * product(p.block_dim)
}

/// This thread's numbers below `n`: its own, and those a whole grid further on, and so on.
pub fn grid_stride(n: usize) -> GridStride {
    GridStride { next: own(), n, step: count() }
}

/// What [`grid_stride`] gives.
#[derive(Debug)]
pub struct GridStride {
    next: usize,
    n: usize,
    step: usize,
}

impl Iterator for GridStride {
    type Item = Tid;
    fn next(&mut self) -> Option<Tid> {
        if self.next < self.n {
            let index = self.next;
            self.next = index.saturating_add(self.step);
            Some(Tid { index, marker: PhantomData })
        } else {
            None
        }
    }
}
