// addr_of! and addr_of_mut! of fields, elements and what is behind references; a text that is changed through its bytes
// threads: 4
// expect: 119750 120750 121750 122750
use core::ptr;
use rustg_std::prelude::*;
use std::ptr::{addr_of, addr_of_mut};

#[repr(C)]
struct Pair {
    small: u8,
    large: u32,
}
fn bump(pair: &mut Pair) -> *const u32 {
    let large = addr_of_mut!(pair.large);
    unsafe { *large += 2 };
    ptr::addr_of!((*pair).large)
}
const FIRST: u32 = {
    let list = [7u32, 8];
    unsafe { *ptr::addr_of!(list[0]) }
};
fn value(i: u32) -> u32 {
    let mut pair = Pair { small: 1, large: 5 };
    let large = bump(&mut pair);
    let small: *const u8 = addr_of!(pair.small);
    let mut bytes = [b'a', b'b'];
    let text = unsafe { core::str::from_utf8_unchecked_mut(&mut bytes) };
    let n = text.len() as u32;
    let mut list = [1u32, 2, 3];
    unsafe { addr_of_mut!(list[{ let k = 1; k }]).write(9 + i) };
    let (large, small) = unsafe { (*large, *small as u32) };
    large * 100 + small * 50 + n * 1000 + list[1] * 1000 + FIRST * 14_000 + 10_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u32) as u64;
}
