// a write to an odd address
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut a = [0u32; 4];
    let at = unsafe { (a.as_mut_ptr() as *mut u8).add(2) } as *mut u32;
    unsafe { *at = 1 }; //~ a write of 4 bytes that is not aligned: at byte 2 of `a`, where alignment 4 is required
    out[t] = a[0];
}
