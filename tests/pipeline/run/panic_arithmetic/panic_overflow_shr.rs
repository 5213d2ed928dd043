// shift right too far
// threads: 1
// panics: 8 attempt to shift right with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = 5u8;
    (x >> (i + 8)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
