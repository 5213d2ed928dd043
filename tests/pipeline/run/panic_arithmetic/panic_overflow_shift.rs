// a shift by too much
// threads: 4
// panics: 9 attempt to shift left with overflow
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = 1u32 << (29 + t.get() as u32);
    out[t] = x as u64;
}
