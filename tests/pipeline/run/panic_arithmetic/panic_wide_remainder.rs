// a remainder by zero
// threads: 4
// panics: 8 attempt to calculate the remainder with a divisor of zero
use rustg_std::prelude::*;

fn value(t: u64) -> u64 {
    let w = t as u128 + 3;
    let x = 5u128 % (w - 3);
    x as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
