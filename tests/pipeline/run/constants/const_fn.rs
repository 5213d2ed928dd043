// functions evaluated at compile time
// threads: 4
// expect: 121 121 122 126
use rustg_std::prelude::*;

const fn fact(n: u64) -> u64 {
    if n == 0 { 1 } else { n * fact(n - 1) }
}
const F5: u64 = fact(5);

fn value(i: u64) -> u64 {
    let _ = i;
    F5 + fact(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
