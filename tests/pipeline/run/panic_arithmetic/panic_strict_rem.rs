// the remainder of MIN and -1
// threads: 1
// panics: 7 attempt to calculate the remainder with overflow
use rustg_std::prelude::*;

fn value(i: usize) -> usize {
    i64::MIN.strict_rem(i as i64 - 1) as usize
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get()) as u64;
}
