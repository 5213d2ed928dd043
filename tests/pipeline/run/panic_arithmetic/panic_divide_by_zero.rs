// division by zero
// threads: 4
// panics: 9 attempt to divide by zero
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 10 / (2 - t.get() as i64);
    out[t] = x as u64;
}
