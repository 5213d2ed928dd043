//! Which thread this is.

use crate::cmp::Ordering;
use crate::intrinsics as i;
use crate::marker::PhantomData;

/// A number that no other thread of the launch holds: the proof that an element of an output is this thread's own.
#[lang = "tid"]
pub struct Tid {
    index: usize,
    marker: PhantomData<*mut ()>,
}

impl Tid {
    pub fn get(self) -> usize {
        self.index
    }
}

impl Clone for Tid {
    fn clone(&self) -> Tid {
        *self
    }
}
impl Copy for Tid {}
impl crate::fmt::Debug for Tid {}
impl crate::fmt::Display for Tid {}
impl PartialEq for Tid {
    fn eq(&self, other: &Tid) -> bool {
        self.index == other.index
    }
}
impl Eq for Tid {}
impl PartialOrd for Tid {
    fn partial_cmp(&self, other: &Tid) -> Option<Ordering> {
        self.index.partial_cmp(&other.index)
    }
}
impl Ord for Tid {
    fn cmp(&self, other: &Tid) -> Ordering {
        self.index.cmp(&other.index)
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
    fn lt(&self, other: &usize) -> bool {
        self.index < *other
    }
    fn le(&self, other: &usize) -> bool {
        self.index <= *other
    }
    fn gt(&self, other: &usize) -> bool {
        self.index > *other
    }
    fn ge(&self, other: &usize) -> bool {
        self.index >= *other
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
    fn lt(&self, other: &Tid) -> bool {
        *self < other.index
    }
    fn le(&self, other: &Tid) -> bool {
        *self <= other.index
    }
    fn gt(&self, other: &Tid) -> bool {
        *self > other.index
    }
    fn ge(&self, other: &Tid) -> bool {
        *self >= other.index
    }
}
impl From<Tid> for usize {
    fn from(tid: Tid) -> usize {
        tid.index
    }
}

pub fn idx_x() -> u32 {
    unsafe { i::thread_idx_x() }
}

pub fn idx_y() -> u32 {
    unsafe { i::thread_idx_y() }
}

pub fn idx_z() -> u32 {
    unsafe { i::thread_idx_z() }
}

pub fn block_idx_x() -> u32 {
    unsafe { i::block_idx_x() }
}

pub fn block_idx_y() -> u32 {
    unsafe { i::block_idx_y() }
}

pub fn block_idx_z() -> u32 {
    unsafe { i::block_idx_z() }
}

pub fn block_dim_x() -> u32 {
    unsafe { i::block_dim_x() }
}

pub fn block_dim_y() -> u32 {
    unsafe { i::block_dim_y() }
}

pub fn block_dim_z() -> u32 {
    unsafe { i::block_dim_z() }
}

pub fn grid_dim_x() -> u32 {
    unsafe { i::grid_dim_x() }
}

pub fn grid_dim_y() -> u32 {
    unsafe { i::grid_dim_y() }
}

pub fn grid_dim_z() -> u32 {
    unsafe { i::grid_dim_z() }
}

/// This thread's number in the whole grid, block after block.
pub fn index() -> Tid {
    Tid { index: unsafe { i::thread_index() }, marker: PhantomData }
}

/// This thread's column and row in the grid: positions in x and y.
pub fn index_2d() -> (usize, usize) {
    unsafe {
        let x = i::block_idx_x() as usize * i::block_dim_x() as usize + i::thread_idx_x() as usize;
        let y = i::block_idx_y() as usize * i::block_dim_y() as usize + i::thread_idx_y() as usize;
        (x, y)
    }
}

/// How many threads the launch has.
pub fn count() -> usize {
    unsafe {
        let blocks = i::grid_dim_x() as usize * i::grid_dim_y() as usize * i::grid_dim_z() as usize;
        blocks * (i::block_dim_x() as usize * i::block_dim_y() as usize * i::block_dim_z() as usize)
    }
}

/// This thread's numbers below n: its own, and every grid's size further on.
pub fn grid_stride(n: usize) -> GridStride {
    GridStride { next: unsafe { i::thread_index() }, n, step: count() }
}

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
