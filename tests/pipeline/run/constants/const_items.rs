// constants and constant expressions
// threads: 4
// expect: 1002 1011 1101 2001
use rustg_std::prelude::*;

const N: usize = 4;
const TABLE: [u64; N] = [1, 10, 100, 1000];
const SUM: u64 = TABLE[0] + TABLE[3];

fn value(i: u64) -> u64 {
    let _ = i;
    TABLE[i as usize] + SUM
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
