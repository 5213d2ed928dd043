// addition overflows
// threads: 4
// panics: 9 attempt to add with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 253u8 + t.get() as u8;
    out[t] = x as u64;
}
