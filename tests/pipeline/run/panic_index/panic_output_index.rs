// an output that is too short stays whole
// threads: 4
// panics: 10 index out of bounds: the len is 4 but the index is 5
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let a = [0u8; 4];
    out[t] = a[t.get() * 2 + 1] as u64;
}
