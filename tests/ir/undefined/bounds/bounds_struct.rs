// a field that lies behind the buffer
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[repr(C)]
struct Wide {
    a: [u32; 4],
    b: u32,
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let w = x.as_ptr() as *const Wide;
    out[t] = unsafe { (*w).b }; //~ a read out of bounds: 4 bytes at byte 16 of `x`
}
