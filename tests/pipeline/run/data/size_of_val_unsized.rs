// size_of_val of slices and strs
// threads: 3
// expect: 16216080003 16216080305 16216080207
use rustg_std::prelude::*;

use std::mem::{align_of, align_of_val, size_of, size_of_val};
fn value(i: u64) -> u64 {
    let a = [1u16, 2, 3, 4];
    let s = &a[..i as usize + 1];
    let t = ["", "abc", "é"][i as usize];
    size_of_val(s) as u64
        + size_of_val(t) as u64 * 100
        + size_of_val(&a) as u64 * 10000
        + size_of_val(&s) as u64 * 1000000
        + align_of_val(s) as u64 * 100000000
        + (size_of::<(u8, u32)>() + align_of::<f64>()) as u64 * 1000000000
        + align_of_val(t) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
