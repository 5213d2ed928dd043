// a copy of more bytes than there can be
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let mut own = [0; 2];
    unsafe { x.as_ptr().copy_to(own.as_mut_ptr(), (1 << 61) + (x.len() & 1)) } //~ a copy of 0x2000000000000000 elements, which are more bytes than an object can have
    out[i] = own[0];
}
