// a write to null
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p: *mut u32 = core::ptr::null_mut();
    unsafe { *p = 1 }; //~ a write of 4 bytes through a null pointer
    out[t] = 1;
}
