// subtraction overflows
// threads: 4
// panics: 9 attempt to subtract with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 2usize - t.get();
    out[t] = x as u64;
}
