// an assertion's text with braces of its own
// threads: 1
// panics: 19 assertion failed: Empty {} != Empty {} || { s.a == 9 }
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq)]
struct S {
    a: u32,
}
#[derive(Clone, Copy, PartialEq)]
struct Empty {}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
    let s = S { a: t.get() as u32 };
    assert!(s   ==  S { a: 0 });
    assert!(Empty {} != Empty {} || { s.a == 9 });
}
