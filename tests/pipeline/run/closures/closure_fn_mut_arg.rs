// FnMut as an argument
// threads: 4
// expect: 0 1 5 14
use rustg_std::prelude::*;

fn times<F: FnMut(u64)>(n: u64, mut f: F) {
    for k in 0..n {
        f(k);
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 0;
        times(i + 1, |k| s += k * k);
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
