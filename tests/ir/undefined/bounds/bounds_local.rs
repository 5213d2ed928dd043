// past the end of a local array
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let a = [1u32, 2, 3];
    out[t] = unsafe { *a.as_ptr().add(3 + t.get()) }; //~ a read out of bounds: 4 bytes at byte 12 of `a`, which has 12 bytes
}
