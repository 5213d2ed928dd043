// function pointers
// threads: 4
// expect: 1 10 3 30
use rustg_std::prelude::*;

fn a(n: u64) -> u64 {
    n + 1
}
fn b(n: u64) -> u64 {
    n * 10
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let f: fn(u64) -> u64 = if i % 2 == 0 { a } else { b };
        f(i)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
