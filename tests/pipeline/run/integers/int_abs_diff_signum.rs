// abs_diff and signum
// threads: 4
// expect: 17 17 17 17
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    { 3u32.abs_diff(10) as u64 + (-4i32).signum().wrapping_add(2) as u64 * 10 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
