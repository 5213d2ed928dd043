// a constant, written
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

static TABLE: [u32; 4] = [1, 2, 3, 4];

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = TABLE.as_ptr() as *mut u32;
    unsafe { *at = 9 }; //~ a write of 4 bytes to
    out[t] = TABLE[0];
}
