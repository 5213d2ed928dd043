// negation overflows
// threads: 4
// panics: 9 attempt to negate with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = -(i32::MIN + 2 - t.get() as i32);
    out[t] = x as u64;
}
