// a check behind others that prove less than it asks
// threads: 4
// panics: 13 index out of bounds: the len is 4 but the index is 4
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = [1u64, 2, 3, 4];
    let i = t.get();
    if i < x.len() && x[i] > 0 {
        let j = i + 1;
        out[t] = x[i] + x[j];
    }
}
