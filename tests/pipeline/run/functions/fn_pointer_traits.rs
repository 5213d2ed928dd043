// PartialEq and Eq of function pointers: in structs that derive them, options, tuples and generic functions
// threads: 2
// expect: 1101101 1101101
use rustg_std::prelude::*;
fn one(x: u32) -> u32 { x + 1 }
fn two(x: u32) -> u32 { x + 2 }
#[derive(PartialEq, Eq, Clone, Copy)]
struct Holder {
    f: fn(u32) -> u32,
    n: u8,
}
fn same<T: Eq>(a: T, b: T) -> u64 { (a == b) as u64 }
fn differ<T: PartialEq + ?Sized>(a: &T, b: &T) -> u64 { (a != b) as u64 }
fn value(i: usize) -> u64 {
    let (f, g): (fn(u32) -> u32, fn(u32) -> u32) = (one, two);
    let mine: fn(u32) -> u32 = if i < 9 { one } else { two };
    let (a, b) = (Holder { f, n: 1 }, Holder { f: g, n: 1 });
    (a == Holder { f: mine, n: 1 }) as u64 * 1000000
        + differ(&a, &b) * 100000
        + (Some(f) == Some(g)) as u64 * 10000
        + same((f, 1u8), (mine, 1)) * 1000
        + differ(&[f, g][..], &[f, f]) * 100
        + differ(&f, &mine) * 10
        + same(Some(g), Some(two as fn(u32) -> u32))
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
