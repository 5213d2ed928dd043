// usize below zero
// threads: 1
// panics: 8 attempt to subtract with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [1u8, 2];
    a.len() as u64 - (i + 3)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
