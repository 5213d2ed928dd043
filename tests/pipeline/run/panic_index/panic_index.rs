// an index out of bounds
// threads: 4
// panics: 10 index out of bounds: the len is 3 but the index is 3
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a = [1u64, 2, 3];
    out[t] = a[t.get()];
}
