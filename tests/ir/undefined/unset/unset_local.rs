// memory that nothing was written to
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

use core::mem::MaybeUninit;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let m: MaybeUninit<u32> = MaybeUninit::uninit();
    out[t] = unsafe { m.assume_init() }; //~ a read of 4 bytes that were never written
}
