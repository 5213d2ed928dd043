// expect with braces in its words
// threads: 1
// panics: 7 {i} is {{}} none
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    None.expect("{i} is {{}} none")
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
