//! The threads of a block together. This file is also one of kernels' library.

use crate::intrinsics as i;

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
