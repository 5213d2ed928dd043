// Counting what has no end
// threads: 2
// panics: 8 iterator is infinite
use rustg_std::prelude::*;


fn value(i: u64) -> u64 {
    core::iter::repeat(i).count() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
