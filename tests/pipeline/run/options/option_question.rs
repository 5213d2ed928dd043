// ? on Option
// threads: 4
// expect: 1 11 999 31
use rustg_std::prelude::*;

fn f(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    let x = a?;
    Some(x * 10 + b?)
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(Some(i), if i == 2 { None } else { Some(1) }).unwrap_or(999)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
