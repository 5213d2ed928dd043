//! The threads of a block together. This file is also one of kernels' library.

use crate::intrinsics as i;
use crate::shared::{Plain, Shared};
use crate::warp::{self, Lanes, Reduce};

/// Waits until all threads of the block are here, those that have ended aside; what they wrote before, all see behind.
pub fn sync() {
    unsafe { i::block_barrier() }
}

/// How many threads the block has.
pub fn size() -> u32 {
    unsafe { i::block_dim_x() * i::block_dim_y() * i::block_dim_z() }
}

/// This thread's number in its block.
pub fn rank() -> u32 {
    unsafe { i::thread_idx_x() + (i::thread_idx_y() + i::thread_idx_z() * i::block_dim_y()) * i::block_dim_x() }
}

/// The values of all threads of the block combined, warp after warp, in an order that is the same everywhere. Every
/// thread has to be here, and gets the result.
#[track_caller]
pub fn reduce<T: Lanes + Plain, F: Fn(T, T) -> T>(value: T, combine: F) -> T {
    let of_warps = Shared::<T, 32>::new();
    let own = warp::reduce(value, &combine);
    if rank().is_multiple_of(warp::SIZE) {
        of_warps.set((rank() / warp::SIZE) as usize, own);
    }
    sync();
    let mut all = of_warps.get(0);
    let mut k = 1;
    while k < size().div_ceil(warp::SIZE) {
        all = combine(all, of_warps.get(k as usize));
        k += 1;
    }
    sync();
    all
}

/// The values of the threads up to this one combined, in an order that is the same everywhere. Every thread of the block
/// has to be here.
#[track_caller]
pub fn scan<T: Lanes + Plain, F: Fn(T, T) -> T>(value: T, combine: F) -> T {
    let of_warps = Shared::<T, 32>::new();
    let mut all = warp::scan(value, &combine);
    let own_warp = rank() / warp::SIZE;
    if rank() % warp::SIZE == warp::SIZE - 1 {
        of_warps.set(own_warp as usize, all);
    }
    sync();
    let mut k = own_warp;
    while k > 0 {
        k -= 1;
        all = combine(of_warps.get(k as usize), all);
    }
    sync();
    all
}

macro_rules! by {
    ($($(#[$about:meta])* $name:ident $how:ident $combine:ident;)*) => {$(
        $(#[$about])*
        #[track_caller]
        pub fn $name<T: Reduce + Plain>(value: T) -> T {
            $how(value, |a, b| a.$combine(b))
        }
    )*};
}
by! {
    /// The sum of all threads' values; integers wrap.
    reduce_add reduce sum_of;
    /// The least of all threads' values.
    reduce_min reduce least_of;
    /// The greatest of all threads' values.
    reduce_max reduce greatest_of;
    /// The sum of the values of the threads up to this one; integers wrap.
    scan_add scan sum_of;
    /// The least of the values of the threads up to this one.
    scan_min scan least_of;
    /// The greatest of the values of the threads up to this one.
    scan_max scan greatest_of;
}
