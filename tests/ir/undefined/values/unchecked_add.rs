// unchecked_add past the largest
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = unsafe { u32::MAX.unchecked_add(x[0] + 1) }; //~ `unchecked_add` overflows
}
