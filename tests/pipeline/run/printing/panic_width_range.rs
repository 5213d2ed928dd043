// a width that no text may have
// threads: 1
// panics: 11 Formatting argument out of range
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let w = t.get() + 65536;
    out[t] = 0;
    println!("{:w$}", 1);
}
