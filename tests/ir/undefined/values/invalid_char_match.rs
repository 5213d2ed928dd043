// a char above the last, matched
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let c: char = unsafe { core::mem::transmute(x[0] + 0x110000) };
    out[i] = match c { //~ a char that is 0x110000, which is no Unicode scalar value
        'a'..='z' => 1,
        _ => 2,
    };
}
