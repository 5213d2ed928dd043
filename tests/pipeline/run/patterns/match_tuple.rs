// match on tuples
// threads: 4
// expect: 1 10 101 11
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match (i % 2, i / 2) {
        (0, 0) => 1,
        (1, x) => 10 + x,
        (_, y) => 100 + y,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
