// unwrap of None
// threads: 4
// panics: 10 called `Option::unwrap()` on a `None` value
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let o = if t.get() < 3 { Some(1u64) } else { None };
    out[t] = o.unwrap();
}
