// a slice, written
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = x.as_ptr() as *mut u32;
    unsafe { *at.add(t.get()) = 9 }; //~ a write of 4 bytes to `x`, which is read-only
    out[t] = x[0];
}
