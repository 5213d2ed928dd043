// a trait implemented for everything callable
// threads: 4
// expect: 19100 20027 21354 22281
use rustg_std::prelude::*;

trait Step {
    fn step(&self, x: u64) -> u64;
    fn times(&self, n: u32, x: u64) -> u64 {
        (0..n).fold(x, |x, _| self.step(x))
    }
}
impl<F: Fn(u64) -> u64> Step for F {
    fn step(&self, x: u64) -> u64 {
        self(x)
    }
}
struct Chain<A, B>(A, B);
impl<A: Step, B: Step> Chain<A, B> {
    fn go(&self, x: u64) -> u64 {
        self.1.step(self.0.step(x))
    }
}
fn triple(x: u64) -> u64 {
    x * 3
}
fn value(i: u64) -> u64 {
    let k = i + 1;
    let c = Chain(triple, move |x| x + k);
    let d = Chain(&triple, |x: u64| c.go(x));
    d.go(2) * 1000 + triple.times(3, i) + (|x| x ^ 1).times(5, i) * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
