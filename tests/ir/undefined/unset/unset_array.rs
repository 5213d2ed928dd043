// an array that a loop fills but for its last element
// threads: 1
// blocks: 1
use rustg_std::prelude::*;

use core::mem::MaybeUninit;

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let t = thread::index();
    let mut m: MaybeUninit<[u32; 4]> = MaybeUninit::uninit();
    let at = m.as_mut_ptr() as *mut u32;
    for i in 0..3 {
        unsafe { *at.add(i) = i as u32 };
    }
    let a = unsafe { m.assume_init() };
    let mut sum = 0;
    for i in 0..4 {
        sum += a[i]; //~ a read of 4 bytes that were never written: at byte 12 of `a`
    }
    out[t] = sum;
}
