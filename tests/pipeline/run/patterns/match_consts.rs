// constants in patterns
// threads: 4
// expect: 0 11 0 33
use rustg_std::prelude::*;

const LOW: u64 = 1;
const HIGH: u64 = LOW + 2;

fn value(i: u64) -> u64 {
    let _ = i;
    match i {
        LOW => 11,
        HIGH => 33,
        _ => 0,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
