// guards and bindings
// threads: 4
// expect: 7 100 2 300
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    match i {
        n if n % 2 == 1 => n * 100,
        n @ 0..=1 => n + 7,
        n => n,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
