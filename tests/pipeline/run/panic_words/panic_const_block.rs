// a const block in a generic function is evaluated
// threads: 1
// panics: 8 index out of bounds: the len is 4 but the index is 4
use rustg_std::prelude::*;

fn at<const N: usize>(i: usize) -> u64 {
    const { assert!(N < 5) };
    [N as u64; N][i]
}
fn value(i: u64) -> u64 {
    at::<3>(i as usize) + at::<4>(i as usize + 4)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
