// an element of an empty slice
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let none = &x[4..];
    out[t] = unsafe { *none.get_unchecked(0) }; //~ a read out of bounds: 4 bytes at byte 16 of `x`
}
