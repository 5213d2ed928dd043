// a copy of more than there is
// threads: 2
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut a = [0u32; 2];
    unsafe { core::ptr::copy_nonoverlapping(x.as_ptr(), a.as_mut_ptr(), 4) }; //~ a write out of bounds: 16 bytes at byte 0 of `a`, which has 8 bytes
    out[t] = a[0];
}
