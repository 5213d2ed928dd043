// a large number as a pointer
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p = 0x7fff_dead_beef_0000usize as *const u32;
    out[t] = unsafe { *p }; //~ a read of 4 bytes
}
