// struct update from calls, constants, with moved fields
// threads: 4
// expect: 3114920 3114921 3114922 3114923
use rustg_std::prelude::*;

#[derive(Clone, Copy, Default, PartialEq)]
struct Inner {
    p: u8,
    q: i16,
}
#[derive(Clone, Copy)]
struct Big {
    a: u32,
    b: Inner,
    c: [u16; 2],
    d: Option<u8>,
}
const BASE: Big = Big { a: 1, b: Inner { p: 2, q: -3 }, c: [4, 5], d: Some(6) };
fn base(n: u32) -> Big {
    Big { a: n, ..BASE }
}
fn value(i: u64) -> u64 {
    let x = Big { c: [7; 2], ..base(i as u32) };
    let y = Big { b: Inner { q: 9, ..x.b }, d: None, ..x };
    let z = Inner { p: y.b.p + 1, ..Default::default() };
    let Big { a, b: Inner { p, q }, c: [c0, c1], d } = y;
    a as u64
        + p as u64 * 10
        + q as u64 * 100
        + (c0 + c1) as u64 * 1000
        + d.unwrap_or(1) as u64 * 100000
        + z.p as u64 * 1000000
        + (z.q as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
