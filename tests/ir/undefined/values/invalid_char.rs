// a surrogate as a char, cast
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let c = unsafe { char::from_u32_unchecked(x[0] + 0xD800) };
    out[i] = c as u32; //~ a char that is 0xd800, which is no Unicode scalar value
}
