// a local whose function has returned
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

fn dangling() -> *const u32 {
    let x = 5;
    &raw const x
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p = dangling();
    out[t] = unsafe { *p }; //~ a read of 4 bytes in a local that is gone: its scope has ended
}
