// %= 0
// threads: 1
// panics: 8 attempt to calculate the remainder with a divisor of zero
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut x = 5i8;
    x %= i as i8;
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
