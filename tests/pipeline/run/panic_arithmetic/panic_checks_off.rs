// asserts, division and unwrap panic without checks, too
// threads: 1
// panics: 11 attempt to divide by zero
// checks: off
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = 255u8;
    let y = x.wrapping_add(1) as u64 + (x + i as u8 + 1) as u64;
    assert_eq!(y, 0);
    7 / (y + i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
