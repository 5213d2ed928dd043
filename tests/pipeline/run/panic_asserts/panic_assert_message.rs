// assert! with a message
// threads: 4
// panics: 10 at 2
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get();
    assert!(n < 2, "at {n}");
    out[t] = 1;
}
