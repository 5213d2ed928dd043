// literals in all bases with suffixes and underscores
// threads: 4
// expect: 1001001 1001001 1001001 1001001
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    0xFF_u64 + 0b1010_1010 + 0o777 + 1_000_000 + b'A' as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
