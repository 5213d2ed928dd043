// assert_ne! of equal values
// threads: 1
// panics: 7 assertion `left != right` failed   left: 3  right: 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    assert_ne!(i + 3, 3u64);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
