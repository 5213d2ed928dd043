// blocks add to one place without an atomic
// threads: 1
// blocks: 4
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = unsafe { out.get_unchecked_mut(0) };
    *at += t.get() as u32; //~ a data race: this read of 4 bytes at byte 0 of `out` and a write at
}
