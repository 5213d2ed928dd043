// mutual recursion
// threads: 4
// expect: 1 2 1 2
use rustg_std::prelude::*;

fn even(n: u64) -> bool {
    n == 0 || odd(n - 1)
}
fn odd(n: u64) -> bool {
    n != 0 && even(n - 1)
}

fn value(i: u64) -> u64 {
    let _ = i;
    even(i + 10) as u64 + 2 * odd(i) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
