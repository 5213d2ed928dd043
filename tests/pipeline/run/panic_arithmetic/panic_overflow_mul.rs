// multiplication overflows
// threads: 4
// panics: 9 attempt to multiply with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 50i8 * t.get() as i8;
    out[t] = x as u64;
}
