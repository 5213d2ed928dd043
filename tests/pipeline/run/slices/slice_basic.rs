// slices of arrays, ranges of all forms
// threads: 4
// expect: 542232 542232 542232 542232
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [1u64, 2, 3, 4, 5];
        let s = &a[1..4];
        s[0] + s.len() as u64 * 10
            + a[..2].len() as u64 * 100
            + a[3..].len() as u64 * 1000
            + a[..=3][3] * 10_000
            + a[..].len() as u64 * 100_000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
