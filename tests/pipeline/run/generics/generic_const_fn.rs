// const generics in functions
// threads: 4
// expect: 6 406 806 1206
use rustg_std::prelude::*;

fn sum<const N: usize>(a: [u64; N]) -> u64 {
    let mut s = 0;
    let mut k = 0;
    while k < N {
        s += a[k];
        k += 1;
    }
    s
}

fn value(i: u64) -> u64 {
    let _ = i;
    sum([1, 2, 3]) + sum::<4>([i; 4]) * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
