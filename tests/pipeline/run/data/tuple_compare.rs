// tuples compare in order
// threads: 4
// expect: 1 5 3 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    ((1, 2) < (1, 3)) as u64 + 2 * ((2u64, i) > (2, 1)) as u64 + 4 * ((i, 1) == (1, 1)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
