// unwrap of None in a closure in an iterator
// threads: 1
// panics: 7 called `Option::unwrap()` on a `None` value
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    [Some(1u64), None].iter().map(|x| x.unwrap() + i).sum()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
