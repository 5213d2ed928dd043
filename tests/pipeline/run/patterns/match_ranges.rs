// match on ranges
// threads: 4
// expect: 1 2 3 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match i * 50 {
        0..=9 => 1,
        10..100 => 2,
        100.. => 3,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
