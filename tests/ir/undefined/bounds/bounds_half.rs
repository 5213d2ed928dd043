// a wide read of which half is outside
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let at = unsafe { x.as_ptr().add(3) } as *const u8;
    let wide: [u32; 2] = unsafe { *(at as *const [u32; 2]) }; //~ a read out of bounds: 8 bytes at byte 12 of `x`
    out[t] = wide[0];
}
