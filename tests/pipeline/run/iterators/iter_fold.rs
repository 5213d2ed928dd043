// fold
// threads: 4
// expect: 26 42 58 74
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    [1u64, 2, 3, 4].iter().fold(i, |acc, x| acc * 2 + x)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
