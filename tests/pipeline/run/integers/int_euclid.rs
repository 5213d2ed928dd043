// rem_euclid and div_euclid
// threads: 4
// expect: 2253 2253 2253 2253
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = (-7i32).rem_euclid(3) as u64;
        let b = (-7i32).div_euclid(3) as i64;
        a * 1000 + (b as u64 & 0xFF)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
