// match on literals and or-patterns
// threads: 4
// expect: 10 20 20 30
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match i {
        0 => 10,
        1 | 2 => 20,
        _ => 30,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
