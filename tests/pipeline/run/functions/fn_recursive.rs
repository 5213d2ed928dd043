// recursion
// threads: 4
// expect: 55 89 144 233
use rustg_std::prelude::*;

fn fib(n: u64) -> u64 {
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}

fn value(i: u64) -> u64 {
    let _ = i;
    fib(10 + i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
