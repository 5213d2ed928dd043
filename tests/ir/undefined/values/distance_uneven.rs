// offset_from across part of an element
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let first = x.as_ptr();
    let odd = first.cast::<u8>().wrapping_add(5).cast::<u32>();
    out[i] = unsafe { odd.offset_from(first) } as u32; //~ `offset_from` of pointers that are no whole number of elements apart
}
