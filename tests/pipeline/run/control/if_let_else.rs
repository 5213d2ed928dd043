// if let and else
// threads: 4
// expect: 100 7 101 7
use rustg_std::prelude::*;

fn half(n: u64) -> Option<u64> {
    if n % 2 == 0 { Some(n / 2) } else { None }
}

fn value(i: u64) -> u64 {
    let _ = i;
    if let Some(h) = half(i) { h + 100 } else { 7 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
