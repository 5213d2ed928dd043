// return from several places
// threads: 4
// expect: 5 4 5 6
use rustg_std::prelude::*;

fn f(n: u64) -> u64 {
    if n == 0 {
        return 5;
    }
    for k in 0..10 {
        if k * k > n {
            return k;
        }
    }
    0
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(i * 9)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
