// an inclusive range that ends at the length
// threads: 1
// panics: 8 range end index 3 out of range for slice of length 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [1u8, 2, 3];
    a[..=i as usize + 3].len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
