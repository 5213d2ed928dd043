// shift left by a negative number
// threads: 1
// panics: 8 attempt to shift left with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let n = i as i32 - 1;
    (1u64 << n) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
