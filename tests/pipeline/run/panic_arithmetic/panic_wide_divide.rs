// i128::MIN by -1
// threads: 4
// panics: 8 attempt to divide with overflow
use rustg_std::prelude::*;

fn value(t: u64) -> u64 {
    let w = t as u128 + 3;
    let x = i128::MIN / (2 - w as i128);
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
