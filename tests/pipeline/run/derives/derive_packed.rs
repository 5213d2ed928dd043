// derives of generic packed types ask for Copy
// threads: 1
// expect: 1213
use rustg_std::prelude::*;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(packed)]
struct P<T> {
    x: T,
    y: u32,
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let p = P { x: 12u64, y: 1 };
    let q = p.clone();
    let less = p < P { x: 12, y: 2 };
    out[thread::index()] = 100 * { q.x } + 10 * (p == q) as u64 + 3 * less as u64;
}
