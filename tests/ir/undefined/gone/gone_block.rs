// a local whose block has ended
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let p: *const u32;
    {
        let y = x[1] + 4;
        p = &y;
    }
    out[t] = unsafe { *p }; //~ a read of 4 bytes in a local that is gone: its scope has ended
}
