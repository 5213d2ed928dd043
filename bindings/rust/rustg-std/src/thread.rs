//! Which thread this is. This file is also one of kernels' library.

pub use crate::tid::Tid;

use crate::intrinsics as i;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

impl Tid {
    /// The number itself.
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
impl PartialEq for Tid {
    fn eq(&self, other: &Tid) -> bool {
        self.index == other.index
    }
}
impl Eq for Tid {}
impl PartialOrd for Tid {
    fn partial_cmp(&self, other: &Tid) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Tid {
    fn cmp(&self, other: &Tid) -> Ordering {
        self.index.cmp(&other.index)
    }
}
impl From<Tid> for usize {
    fn from(tid: Tid) -> usize {
        tid.index
    }
}

macro_rules! compare {
    ($a:ident $b:ident: $left:ident $right:ident, $x:expr, $y:expr) => {
        impl PartialEq<$b> for $a {
            fn eq(&$left, $right: &$b) -> bool {
                $x == $y
            }
        }
        impl PartialOrd<$b> for $a {
            fn partial_cmp(&$left, $right: &$b) -> Option<Ordering> {
                $x.partial_cmp(&$y)
            }
            fn lt(&$left, $right: &$b) -> bool {
                $x < $y
            }
            fn le(&$left, $right: &$b) -> bool {
                $x <= $y
            }
            fn gt(&$left, $right: &$b) -> bool {
                $x > $y
            }
            fn ge(&$left, $right: &$b) -> bool {
                $x >= $y
            }
        }
    };
}
compare! { Tid usize: self n, self.index, *n }
compare! { usize Tid: self tid, *self, tid.index }

macro_rules! place {
    ($($(#[$about:meta])* $name:ident $intrinsic:ident;)*) => {$(
        $(#[$about])*
        pub fn $name() -> u32 {
            // SAFETY: it has no condition.
            unsafe { i::$intrinsic() }
        }
    )*};
}
place! {
    /// This thread's place in its block, in x.
    idx_x thread_idx_x;
    /// This thread's place in its block, in y.
    idx_y thread_idx_y;
    /// This thread's place in its block, in z.
    idx_z thread_idx_z;
    /// The block's place in the grid, in x.
    block_idx_x block_idx_x;
    /// The block's place in the grid, in y.
    block_idx_y block_idx_y;
    /// The block's place in the grid, in z.
    block_idx_z block_idx_z;
    /// Threads of a block, in x.
    block_dim_x block_dim_x;
    /// Threads of a block, in y.
    block_dim_y block_dim_y;
    /// Threads of a block, in z.
    block_dim_z block_dim_z;
    /// Blocks of the grid, in x.
    grid_dim_x grid_dim_x;
    /// Blocks of the grid, in y.
    grid_dim_y grid_dim_y;
    /// Blocks of the grid, in z.
    grid_dim_z grid_dim_z;
}

/// This thread's number in the whole grid, block after block; all dimensions are counted.
pub fn index() -> Tid {
    // SAFETY: it has no condition.
    Tid { index: unsafe { i::thread_index() }, marker: PhantomData }
}

/// This thread's column and row in the grid: its positions in x and y. They are plain numbers: another thread may have
/// computed the same.
pub fn index_2d() -> (usize, usize) {
    // SAFETY: they have no condition.
    unsafe {
        let x = i::block_idx_x() as usize * i::block_dim_x() as usize + i::thread_idx_x() as usize;
        let y = i::block_idx_y() as usize * i::block_dim_y() as usize + i::thread_idx_y() as usize;
        (x, y)
    }
}

/// This thread's column, row and layer in the grid: its positions in x, y and z, plain numbers as those of [`index_2d`].
pub fn index_3d() -> (usize, usize, usize) {
    let (x, y) = index_2d();
    // SAFETY: they have no condition.
    let z = unsafe { i::block_idx_z() as usize * i::block_dim_z() as usize + i::thread_idx_z() as usize };
    (x, y, z)
}

/// How many threads the launch has.
pub fn count() -> usize {
    // SAFETY: they have no condition.
    unsafe {
        let blocks = i::grid_dim_x() as usize * i::grid_dim_y() as usize * i::grid_dim_z() as usize;
        blocks * (i::block_dim_x() as usize * i::block_dim_y() as usize * i::block_dim_z() as usize)
    }
}

/// This thread's numbers below `n`: its own, and those a whole grid further on, and so on.
pub fn grid_stride(n: usize) -> GridStride {
    // SAFETY: it has no condition.
    GridStride { next: unsafe { i::thread_index() }, n, step: count() }
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
