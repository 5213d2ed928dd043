// an array in an array
// threads: 1
// panics: 8 index out of bounds: the len is 2 but the index is 2
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [[1u64, 2], [3, 4]];
    a[1][i as usize + 2]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
