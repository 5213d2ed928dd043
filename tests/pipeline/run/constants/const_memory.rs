// constants with pointers, unions and copies of bytes
// threads: 2
// expect: 26 26
use rustg_std::prelude::*;
use std::mem::MaybeUninit;

const fn bytes_of(x: &[u32; 2]) -> [u8; 8] {
    let mut out: MaybeUninit<[u8; 8]> = MaybeUninit::uninit();
    unsafe {
        core::ptr::copy_nonoverlapping(x.as_ptr() as *const u8, out.as_mut_ptr() as *mut u8, 8);
        out.assume_init()
    }
}

/* a pointer is still one after its bytes were copied */
const fn through_memory(x: &u32) -> u32 {
    let from: *const u32 = x;
    let mut to: MaybeUninit<*const u32> = MaybeUninit::uninit();
    unsafe {
        core::ptr::copy_nonoverlapping(&raw const from as *const u8, to.as_mut_ptr() as *mut u8, 8);
        *to.assume_init()
    }
}

#[derive(Clone, Copy)]
union Word {
    pointer: *const u32,
    bytes: [u8; 8],
}

const fn through_a_union(x: &u32) -> u32 {
    let word = Word { pointer: x };
    let copied = Word { bytes: unsafe { word.bytes } };
    unsafe { *copied.pointer }
}

const fn sum_to_the_end(x: &[u32]) -> u32 {
    let (mut at, mut sum) = (x.as_ptr(), 0);
    let mut left = x.len();
    while left != 0 {
        unsafe {
            sum += *at;
            at = at.add(1);
        }
        left -= 1;
    }
    sum
}

const BYTES: [u8; 8] = bytes_of(&[1, 2]);
const SUM: u32 = through_memory(&7) + through_a_union(&8) + sum_to_the_end(&[3, 5]);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = (SUM + BYTES[0] as u32 + BYTES[4] as u32) as u64;
}
