// @ with sub-patterns
// threads: 4
// expect: 0 7 14 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match Some(i) {
        all @ Some(1..=2) => all.unwrap() * 7,
        Some(n) => n,
        None => 9,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
