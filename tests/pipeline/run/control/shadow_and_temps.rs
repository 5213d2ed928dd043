// shadowing by let, patterns, loops, closures, items
// threads: 3
// expect: 91 162 351
use rustg_std::prelude::*;

const N: u64 = 3;
fn f() -> u64 {
    1
}
fn value(i: u64) -> u64 {
    let n = i;
    let n = n + 1;
    let n = {
        let n = n * 2;
        n + 1
    };
    let r = match Some(n) {
        Some(n) if n > 3 => n,
        Some(n) => n + 10,
        None => 0,
    };
    let mut s = 0;
    for n in 0..n {
        let n = n * n;
        s += n;
    }
    let g = |n: u64| {
        let n = n + s;
        n
    };
    fn f() -> u64 {
        const N: u64 = 50;
        N
    }
    let q = {
        use self::f as h;
        h()
    } + f()
        + N;
    let (n, s) = (s, n);
    let n = if let Some(n) = n.checked_sub(1) { n } else { s };
    let t @ (a, b) = (n, s);
    {
        struct N(u64);
        let x = N(4);
        s + x.0 + g(1) + q + r + t.0 + a + b
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
