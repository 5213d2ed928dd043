// a write to a local that is gone
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

fn dangling() -> *mut u32 {
    let mut x = [5u32; 4];
    x.as_mut_ptr()
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p = dangling();
    unsafe { *p.add(1) = 2 }; //~ a write of 4 bytes in a local that is gone: its scope has ended
    out[t] = 1;
}
