// logarithm of zero
// threads: 1
// panics: 7 argument of integer logarithm must be positive
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    i.ilog2() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
