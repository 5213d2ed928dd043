// closures returned, stored, composed and recursive through fn
// threads: 4
// expect: 6010907 6030909 6050910 6070912
use rustg_std::prelude::*;

struct Pipeline<F> {
    f: F,
}
impl<F> Pipeline<F> {
    fn then<A, B, C, G: Fn(B) -> C>(self, g: G) -> Pipeline<impl Fn(A) -> C>
    where
        F: Fn(A) -> B,
    {
        let f = self.f;
        Pipeline { f: move |x| g(f(x)) }
    }
    fn run<A, B>(&self, a: A) -> B
    where
        F: Fn(A) -> B,
    {
        (self.f)(a)
    }
}
fn start<A>() -> Pipeline<impl Fn(A) -> A> {
    Pipeline { f: |x| x }
}
fn adder(n: u64) -> impl Fn(u64) -> u64 + Copy {
    move |x| x + n
}
fn counter() -> impl FnMut() -> u64 {
    let mut n = 0;
    move || {
        n += 1;
        n * n
    }
}
fn apply_all<const N: usize>(fs: [fn(u64) -> u64; N], x: u64) -> u64 {
    fs.iter().fold(x, |x, f| f(x))
}
fn value(i: u64) -> u64 {
    let p = start::<u64>().then(adder(5)).then(|x| (x, x * 2)).then(|(a, b)| a as f64 + b as f64 / 4.0);
    let mut c = counter();
    let squares = [c(), c(), c()];
    let a = adder(i);
    let b = a;
    let fs = apply_all([|x| x + 1, |x| x * 3, u64::swap_bytes], 1) >> 56;
    p.run(i) as u64 + squares[2] * 100 + a(b(1)) * 10_000 + fs * 1_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
