// a closure's types from its call
// threads: 4
// expect: 9 10 11 12
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let f = |a, b| a + b;
        f(i, 2u64) + {
            let id = |x| x;
            id(7u64)
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
