// closures whose results borrow from what they capture or are given, and not from the closure
// threads: 1
// expect: 205
use rustg_std::prelude::*;

fn longer<'a>(a: &'a u32, b: &'a u32) -> &'a u32 {
    let pick = |first| if first { a } else { b };
    pick(*a > *b)
}

fn map<T, U>(of: &T, f: impl for<'a> Fn(&'a T, &'a T) -> &'a U) -> &U {
    f(of, of)
}

fn keep<'a>(kept: &mut &'a u32, x: &'a u32) {
    let mut set = || *kept = x;
    set();
}

fn apply<R>(f: impl FnOnce() -> R) -> R {
    f()
}

fn first(x: &mut [u32]) -> &mut u32 {
    apply(move || &mut x[0])
}

fn need(f: impl Fn() -> u32 + 'static) -> u32 {
    f()
}

fn ignored(x: &u32) -> u32 {
    need(move || {
        let _ = *x;
        40
    })
}

fn largest(v: &[u32]) -> u32 {
    let mut most = &v[0];
    v.iter().for_each(|x: &u32| {
        if x > most {
            most = x
        }
    });
    *most
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32;
    let (a, b, pair) = (n + 3, n + 5, (n + 10, n + 20));
    let mut kept = &a;
    keep(&mut kept, &b);
    let mut list = [n + 1, n + 9, n + 4];
    *first(&mut list) += 100;
    let mut rest: &mut [u32] = &mut [1, 2, 3, 4];
    let mut take = |k: usize| {
        let (front, behind) = core::mem::take(&mut rest).split_at_mut(k);
        rest = behind;
        front
    };
    take(1)[0] = 50;
    take(2)[1] += 60;
    let left = rest[0];
    let mapped = *map(&pair, |p, q| if p.0 > 1 { &q.1 } else { &p.0 });
    let sum = *longer(&a, &b) + *kept * 7 + mapped + ignored(&a) + largest(&list) + left;
    out[t] = sum as u64;
}
