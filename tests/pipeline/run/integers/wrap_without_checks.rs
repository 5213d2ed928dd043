// arithmetic wraps without checks
// checks: off
// threads: 4
// expect: 1254 255 0 1
use rustg_std::prelude::*;

fn add(a: u8, b: u8) -> u8 {
    a + b
}

fn value(i: u64) -> u64 {
    let _ = i;
    add(254, i as u8) as u64 + ((i as u32).wrapping_sub(1) >> 31) as u64 * 1000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
