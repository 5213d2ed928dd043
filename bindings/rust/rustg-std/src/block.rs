//! The threads of a block together.

use crate::schedule;

/// Waits until all threads of the block are here, those that have ended aside; what they wrote before, all see behind.
pub fn sync() {
    schedule::barrier();
}

/// How many threads the block has.
pub fn size() -> u32 {
    let [x, y, z] = schedule::place().block_dim;
    x * y * z
}

/// This thread's number in its block.
pub fn rank() -> u32 {
    let p = schedule::place();
    p.thread[0] + (p.thread[1] + p.thread[2] * p.block_dim[1]) * p.block_dim[0]
}
