// what is written before a panic
// threads: 1
// panics: 9 index out of bounds: the len is 2 but the index is 2
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let v = [1, 2];
    let k = if i == 0 { 2 } else { 0 };
    v[k]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
