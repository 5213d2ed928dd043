// assert!
// threads: 4
// panics: 9 assertion failed: t.get() < 2
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    assert!(t.get() < 2);
    out[t] = 1;
}
