// as binds tighter than arithmetic
// threads: 4
// expect: 50 50 50 50
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    300i32 as u8 as u64 + 2 * 3i8 as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
