// unset bytes that a copy took along
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

use core::mem::MaybeUninit;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let m: MaybeUninit<[u32; 2]> = MaybeUninit::uninit();
    let mut a = [1u32; 2];
    unsafe { core::ptr::copy_nonoverlapping(m.as_ptr() as *const u8, a.as_mut_ptr() as *mut u8, 8) };
    out[t] = a[1]; //~ a read of 4 bytes that were never written
}
