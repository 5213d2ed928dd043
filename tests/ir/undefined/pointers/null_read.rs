// a null pointer
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p: *const u32 = core::ptr::null();
    out[t] = unsafe { *p }; //~ a read of 4 bytes through a null pointer
}
