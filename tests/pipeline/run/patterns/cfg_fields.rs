// a field of a pattern or an expression that a cfg leaves out
// threads: 1
// expect: 8060577
use rustg_std::prelude::*;

struct S {
    a: u64,
    b: u64,
    #[cfg(any())]
    c: u64,
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    let a = 77;
    let S { #[cfg(any())] a, b: _, .. } = (S { a: 1, b: 2 });
    let s = S {
        #[cfg(any())]
        a: 9,
        a: 5,
        b: 6,
        #[cfg(any())]
        c: 7,
    };
    let (mut x, mut y) = (8, 0);
    S { #[cfg(any())] a: x, b: y, .. } = (S { a: 3, b: x });
    out[i] = a + 100 * s.a + 10000 * s.b + 1000000 * y;
}
