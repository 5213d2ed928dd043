// remainder of the least number by -1
// threads: 1
// panics: 8 attempt to calculate the remainder with overflow
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = i32::MIN + i as i32;
    (x % (i as i32 - 1)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
