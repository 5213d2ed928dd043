// one element past the end of a slice
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let v = unsafe { *x.get_unchecked(x.len()) }; //~ a read out of bounds: 4 bytes at byte 16 of `x`, which has 16 bytes
    out[t] = v;
}
