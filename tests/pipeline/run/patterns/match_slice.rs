// slice patterns
// threads: 4
// expect: 1 7 708 709
use rustg_std::prelude::*;

fn f(s: &[u64]) -> u64 {
    match s {
        [] => 1,
        [x] => *x,
        [a, .., b] => a * 100 + b,
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [7u64, 8, 9];
        f(&a[..i as usize])
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
