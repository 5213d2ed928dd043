// Swaps move bytes whatever they mean, copies by transmute need no alignment, ends of pointers without size
// threads: 2
// expect: 123 124
use rustg_std::prelude::*;

use std::{mem, ptr};

#[repr(C)]
struct Padded(u64, u8);
#[repr(C)]
struct Bytes(u8, [u8; 8]);

fn value(i: u64) -> u64 {
    let (mut x, mut y) = (5u8, 6u8);
    unsafe {
        ptr::swap((&raw mut x).cast::<bool>(), (&raw mut y).cast::<bool>());
        ptr::swap_nonoverlapping((&raw mut x).cast::<bool>(), (&raw mut y).cast::<bool>(), 1);
    }
    assert!(x == 5 && y == 6);
    let (mut a, mut b) = ([i, 2000], [3000, i + 100]);
    unsafe { a.as_mut_ptr().cast::<Padded>().swap(b.as_mut_ptr().cast()) };
    assert_eq!((a[0], b[0], b[1]), (3000, i, 2000));
    let bytes = Bytes(1, [1, 0, 0, 0, 0, 0, 0, 0]);
    let one: u64 = unsafe { mem::transmute_copy(&bytes.1) };
    let nowhere = ptr::without_provenance::<()>(9);
    assert_eq!(nowhere.align_offset(8), usize::MAX);
    assert_eq!(nowhere.align_offset(1), 0);
    a[1] + one + bytes.0 as u64 + 21
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
