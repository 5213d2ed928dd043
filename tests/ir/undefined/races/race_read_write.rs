// a neighbour is read while it may be written
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    out[t] = 1;
    let n = t.get();
    let v = unsafe { *out.get_unchecked_mut((n + 3) % 4) }; //~ a data race: this read of 4 bytes at byte 0 of `out` and a write at
    out[t] = v; //~~
}
