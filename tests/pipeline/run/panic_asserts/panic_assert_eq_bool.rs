// assert_eq! of bools
// threads: 1
// panics: 7 assertion `left == right` failed   left: true  right: false
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    assert_eq!(i == 0, i == 1);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
