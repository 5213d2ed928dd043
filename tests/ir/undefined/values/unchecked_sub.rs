// unchecked_sub below zero
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    out[i] = unsafe { x[0].unchecked_sub(1) }; //~ `unchecked_sub` overflows
}
