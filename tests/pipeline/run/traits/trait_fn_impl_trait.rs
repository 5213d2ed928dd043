// `impl Trait` as the result of functions of traits
// threads: 4
// expect: 100400463 800480 1100519 1400626
use rustg_std::prelude::*;

trait Series {
    fn terms(&self) -> impl Iterator<Item = u64>;
    fn scaled(&self, k: u64) -> impl Iterator<Item = u64> + '_ {
        self.terms().map(move |x| x * k)
    }
    fn total(&self) -> u64 {
        self.terms().chain(self.scaled(2)).sum()
    }
}
struct Squares(u64);
struct Fixed<const N: usize>([u64; N]);
impl Series for Squares {
    fn terms(&self) -> impl Iterator<Item = u64> {
        let n = self.0;
        (1..=n).map(|x| x * x)
    }
}
impl<const N: usize> Series for Fixed<N> {
    fn terms(&self) -> impl Iterator<Item = u64> {
        self.0.iter().copied()
    }
    fn scaled(&self, k: u64) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().rev().map(move |x| x + k)
    }
}
impl<S: Series> Series for &S {
    fn terms(&self) -> impl Iterator<Item = u64> {
        (**self).terms().skip(1)
    }
}
trait Make {
    type Of;
    fn make<T: Copy + Into<u64>>(&self, x: T) -> (impl Fn(u64) -> u64 + use<'_, Self, T>, Option<impl Copy + Into<u64>>);
}
impl Make for u64 {
    type Of = u8;
    fn make<T: Copy + Into<u64>>(&self, x: T) -> (impl Fn(u64) -> u64 + use<'_, T>, Option<impl Copy + Into<u64>>) {
        let k = *self;
        (move |y| y * k + x.into(), (k > 1).then_some(x))
    }
}
fn all<S: Series>(s: S) -> u64 {
    let first = s.terms().next().unwrap_or(1000);
    first * 100_000 + s.total() + s.scaled(3).fold(0, |a, x| a * 3 + x)
}
fn value(i: u64) -> u64 {
    let (f, o) = i.make(7u32);
    all(Squares(i)) + all(Fixed([i, 5])) * 3 + all(&Squares(4)) + f(2) + o.map_or(9, |x| x.into())
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
