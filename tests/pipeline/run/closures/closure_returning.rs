// functions that return closures, nested, in options and tuples
// threads: 4
// expect: 55102081011 55102181023 55112321043 55113501071
use rustg_std::prelude::*;

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}
fn curry<A: Copy, B: Copy, C>(f: impl Fn(A, B) -> C + Copy) -> impl Fn(A) -> Box2<A, B, C, F2<A, B, C>> {
    let _ = f;
    move |a| Box2 { a, f: None, _p: core::marker::PhantomData }
}
type F2<A, B, C> = fn(A, B) -> C;
struct Box2<A, B, C, F: Fn(A, B) -> C> {
    a: A,
    f: Option<F>,
    _p: core::marker::PhantomData<(B, C)>,
}
fn limits(lo: u64, hi: u64) -> Option<(impl Fn(u64) -> bool, impl Fn(u64) -> u64)> {
    (lo < hi).then(|| (move |x| (lo..hi).contains(&x), move |x: u64| x.clamp(lo, hi)))
}
fn memo<F>(f: F) -> impl FnMut(u64) -> u64
where
    F: Fn(u64) -> u64,
{
    let mut last = None;
    move |x| match last {
        Some((k, v)) if k == x => v + 1000,
        _ => last.insert((x, f(x))).1,
    }
}
fn repeat<F: FnMut()>(n: usize, mut f: F) {
    (0..n).for_each(|_| f())
}
fn value(i: u64) -> u64 {
    let f = compose(compose(|x: u64| x + 1, |x| (x, x * 2)), |(a, b)| a * b);
    let mut m = memo(&f);
    let (a, b, c) = (m(i), m(i), m(i + 1));
    let l = match limits(2, 5) {
        Some((inside, clamp)) => inside(i) as u64 * 10 + clamp(i),
        None => 0,
    };
    let none = limits(5, 2).is_none();
    let mut fib = (0, 1);
    repeat(10, || fib = (fib.1, fib.0 + fib.1));
    let bx = curry(|x: u64, y: u64| x + y)(7);
    a + b + c * 10_000 + l * 1_000_000 + none as u64 * 100_000_000 + fib.0 * 1_000_000_000 + bx.a + bx.f.is_some() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
