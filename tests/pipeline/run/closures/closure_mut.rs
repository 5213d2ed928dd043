// a closure that changes what it captures
// threads: 4
// expect: 1111 1212 1313 1414
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = i;
        let mut add = |k: u64| {
            n += k;
            n
        };
        add(5);
        let last = add(6);
        last * 100 + n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
