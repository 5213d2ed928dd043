// unreachable! with words
// threads: 1
// panics: 9 internal error: entered unreachable code: no case for 0
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    match i {
        5 => 1,
        n => unreachable!("no case for {n:?}"),
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
