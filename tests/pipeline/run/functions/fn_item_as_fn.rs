// functions where closures are expected
// threads: 4
// expect: 6 8 10 12
use rustg_std::prelude::*;

fn dbl(x: u64) -> u64 {
    x * 2
}

fn value(i: u64) -> u64 {
    let _ = i;
    Some(i).map(dbl).unwrap() + (0..3).map(dbl).sum::<u64>()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
