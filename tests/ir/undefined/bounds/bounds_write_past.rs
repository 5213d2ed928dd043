// a write behind the end of an output
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let n = out.len();
    unsafe { *out.get_unchecked_mut(n + t.get()) = 1 }; //~ a write out of bounds: 4 bytes at byte 16 of `out`
}
