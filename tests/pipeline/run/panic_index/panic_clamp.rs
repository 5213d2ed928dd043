// clamp with its ends the wrong way round
// threads: 1
// panics: 7 min > max. min = 5, max = 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    (i as i32).clamp(5, 3 + i as i32) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
