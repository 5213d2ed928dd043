// struct update syntax
// threads: 4
// expect: 103 113 123 133
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct C {
    a: u64,
    b: u64,
    c: u64,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let base = C { a: 1, b: 2, c: 3 };
        let d = C { b: i, ..base };
        d.a * 100 + d.b * 10 + d.c
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
