// a number shifted by a 128-bit count
// threads: 4
// panics: 8 attempt to shift left with overflow
use rustg_std::prelude::*;

fn value(t: u64) -> u64 {
    let w = t as u128 + 3;
    let x = 1u8 << (w << 70);
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
