//! How often each byte occurs: counted in shared memory, then added up.
use rustg_std::prelude::*;

#[kernel(block = 256)]
pub fn histogram(bytes: &[u8], counts: &[Atomic<u32>]) {
    let local = Shared::<u32, 256>::new();
    let own = thread::idx_x() as usize;
    local.set(own, 0);
    block::sync();
    for i in thread::grid_stride(bytes.len()) {
        local.atomic(bytes[i] as usize).fetch_add(1, Relaxed);
    }
    block::sync();
    let n = local.get(own);
    if n > 0 {
        counts[own].fetch_add(n, Relaxed);
    }
}
