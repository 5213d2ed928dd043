// types of up to 2^47 - 1 bytes, of which no value is made
// threads: 1
// expect: 140737488355335
use core::mem::size_of;
use rustg_std::prelude::*;

const MOST: usize = (1 << 47) - 1;

struct Huge(#[allow(dead_code)] [u8; MOST]);

struct Parts {
    _few: [u16; 1 << 40],
    _more: [u64; 1 << 40],
}

fn never(n: usize) -> [u8; 1 << 42] {
    if n > 0 {
        panic!()
    }
    never(n + 1)
}

fn nowhere(n: usize) {
    never(n);
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let sum = size_of::<Huge>() + size_of::<[Huge; 0]>() - (size_of::<Parts>() >> 40);
    let offset = core::ptr::without_provenance::<Huge>(1 << 47).align_offset(1 << 47);
    if out.len() > 1 {
        nowhere(out.len());
    }
    out[thread::index()] = (sum + offset) as u64 + 18;
}
