// an index that wraps around the address space
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = x.as_ptr().wrapping_add(usize::MAX / 4 + 1 + t.get());
    let back = at.wrapping_sub(1);
    out[t] = unsafe { *back }; //~ a read out of bounds: 4 bytes at byte -4 of `x`
}
