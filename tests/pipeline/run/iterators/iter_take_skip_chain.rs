// take, skip and chain
// threads: 4
// expect: 237 237 237 237
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (1..=3u64)
        .chain(7..9)
        .skip(1)
        .take(3)
        .fold(0, |a, b| a * 10 + b)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
