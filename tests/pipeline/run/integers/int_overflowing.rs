// overflowing arithmetic tells
// threads: 4
// expect: 1012 1012 1012 1012
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let (a, o) = 250u8.overflowing_add(10);
        let (b, p) = 1i32.overflowing_sub(2);
        a as u64 + if o { 1000 } else { 0 } + if p { 5 } else { 7 } + (b == -1) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
