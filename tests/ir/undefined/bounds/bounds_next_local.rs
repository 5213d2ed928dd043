// from one local into the next
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let a = [1u32; 4];
    let b = [2u32; 4];
    let at = &a as *const [u32; 4] as *const u32;
    let v = unsafe { *at.wrapping_add(4) }; //~ a read out of bounds: 4 bytes at byte 16 of `a`
    out[t] = v + b[0];
}
