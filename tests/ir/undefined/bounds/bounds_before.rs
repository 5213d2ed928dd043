// an element before the first
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = x.as_ptr();
    out[t] = unsafe { *at.sub(1) }; //~ a read out of bounds: 4 bytes at byte -4 of `x`
}
