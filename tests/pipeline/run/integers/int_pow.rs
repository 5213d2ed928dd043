// pow and abs
// threads: 4
// expect: 2193 2194 2196 2200
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    3u64.pow(7) + (-5i32).abs() as u64 + 2u32.pow(i as u32) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
