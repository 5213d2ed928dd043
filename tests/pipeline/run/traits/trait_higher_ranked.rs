// bounds for all lifetimes on closures and references
// threads: 4
// expect: 514060 1220071 1926081 2632091
use rustg_std::prelude::*;

use core::ops::{Add, Mul};
fn project<T, U, F>(xs: &[T], f: F) -> u64
where
    F: for<'a> Fn(&'a T) -> &'a U,
    U: Copy + Into<u64>,
{
    xs.iter().map(|x| (*f(x)).into()).sum()
}
fn dot<T>(a: &[T], b: &[T]) -> T
where
    for<'x> &'x T: Mul<&'x T, Output = T>,
    T: Add<Output = T> + Default,
{
    a.iter().zip(b).fold(T::default(), |s, (x, y)| s + x * y)
}
fn with_two<R>(f: impl FnOnce(&mut u64, &u64) -> R) -> (R, u64) {
    let mut a = 5;
    let r = f(&mut a, &7);
    (r, a)
}
struct P {
    k: u32,
    w: u8,
}
fn value(i: u64) -> u64 {
    let ps = [P { k: 5, w: 1 }, P { k: i as u32, w: 9 }];
    let (r, a) = with_two(|x, y| {
        *x += *y * i;
        *x > 10
    });
    project(&ps, |p| &p.k) * 10 + project(&ps, |p: &P| &p.w) + dot(&[1u64, 2, i], &[4, 5, 6]) * 1000 + r as u64 + a * 100_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
