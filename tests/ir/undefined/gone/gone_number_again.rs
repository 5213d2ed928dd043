// a local that is gone, of which another call has the place
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

fn keep(x: u32) -> *const u32 {
    let y = x + 1;
    &raw const y
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p = keep(1);
    let q = keep(2);
    out[t] = if p == q { 1 } else { unsafe { *p } }; //~ a read of 4 bytes in a local that is gone: its scope has ended
}
