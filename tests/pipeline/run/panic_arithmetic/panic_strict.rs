// strict operators
// threads: 1
// panics: 7 attempt to add with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    250u8.strict_add(i as u8 + 6) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
