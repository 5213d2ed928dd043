// a word at an odd address
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = unsafe { (x.as_ptr() as *const u8).add(1) } as *const u32;
    out[t] = unsafe { *at }; //~ a read of 4 bytes that is not aligned: at byte 1 of `x`, where alignment 4 is required
}
