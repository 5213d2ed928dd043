// negative literals in patterns
// threads: 4
// expect: 1 2 3 4
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match i as i32 - 2 {
        -2 => 1,
        -1 => 2,
        0 => 3,
        _ => 4,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
