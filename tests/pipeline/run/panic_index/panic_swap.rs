// swap out of range
// threads: 1
// panics: 8 index out of bounds: the len is 2 but the index is 7
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut a = [1u8, 2];
    a.swap(i as usize, 7);
    a[0] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
