// MIN / -1
// threads: 4
// panics: 9 attempt to divide with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = i32::MIN / (t.get() as i32 - 4);
    out[t] = x as u64;
}
