// remainder by zero, checked without checks too
// checks: off
// threads: 4
// panics: 10 attempt to calculate the remainder with a divisor of zero
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 10 % (2 - t.get() as i64);
    out[t] = x as u64;
}
