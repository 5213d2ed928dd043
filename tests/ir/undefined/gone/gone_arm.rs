// what a match arm bound, after the match
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p: *mut u32 = match x.first() {
        Some(&n) => {
            let mut here = n;
            &raw mut here
        }
        None => std::ptr::null_mut(),
    };
    unsafe { *p = 2 }; //~ a write of 4 bytes in a local that is gone: its scope has ended
    out[t] = 1;
}
