// let in a chain of conditions
// threads: 4
// expect: 5 12 5 5
use rustg_std::prelude::*;

fn small(n: u64) -> Option<u64> {
    if n < 3 { Some(n) } else { None }
}

fn value(i: u64) -> u64 {
    let _ = i;
    if let Some(a) = small(i)
        && a > 0
        && let Some(b) = small(a + 1)
    {
        a * 10 + b
    } else {
        5
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
