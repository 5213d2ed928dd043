// offset_from between two arguments
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let first = x.as_ptr();
    let other = out.as_mut_ptr() as *const u32;
    out[i] = unsafe { other.offset_from(first) } as u32; //~ `offset_from` of pointers into two places: `out` and `x`
}
