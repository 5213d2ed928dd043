// usize by zero
// threads: 1
// panics: 8 attempt to divide by zero
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [1u8; 3];
    (a.len() / i as usize) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
