// a mutable slice out of range
// threads: 1
// panics: 8 range end index 5 out of range for slice of length 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut a = [1u8, 2, 3];
    a[1..i as usize + 5].fill(3);
    a[1] as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
