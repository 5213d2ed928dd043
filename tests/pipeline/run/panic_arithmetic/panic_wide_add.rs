// a sum of 128-bit numbers
// threads: 4
// panics: 8 attempt to add with overflow
use rustg_std::prelude::*;

fn value(t: u64) -> u64 {
    let w = t as u128 + 3;
    let x = i128::MAX - 2 + w as i128;
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
