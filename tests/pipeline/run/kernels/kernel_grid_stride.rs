// a grid-stride loop
// threads: 4
// expect: 0 7 14 21
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    for t in thread::grid_stride(out.len()) {
        out[t] = t.get() as u64 * 7;
    }
}
