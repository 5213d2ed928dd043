// binding the middle of a slice
// threads: 4
// expect: 3531 3531 3531 3531
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [1u64, 2, 3, 4, 5];
        let [first, rest @ .., last] = &a;
        *first + 10 * rest.len() as u64 + 100 * *last + rest[1] * 1000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
