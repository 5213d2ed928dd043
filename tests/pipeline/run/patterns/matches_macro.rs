// matches!
// threads: 4
// expect: 0 10 10 1
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    matches!(i, 1 | 2) as u64 * 10 + matches!(Some(i), Some(n) if n > 2) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
