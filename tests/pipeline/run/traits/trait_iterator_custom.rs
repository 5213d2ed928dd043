// user iterators with library adaptors
// threads: 4
// expect: 3321939 6165586 1261051 8575543
use rustg_std::prelude::*;

#[derive(Clone)]
struct Collatz(u64);
impl Iterator for Collatz {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        let now = self.0;
        if now == 0 {
            return None;
        }
        self.0 = match now {
            1 => 0,
            n if n % 2 == 0 => n / 2,
            n => 3 * n + 1,
        };
        Some(now)
    }
}
struct Countdown<const N: usize> {
    at: usize,
}
impl<const N: usize> IntoIterator for Countdown<N> {
    type Item = usize;
    type IntoIter = core::iter::Rev<core::ops::Range<usize>>;
    fn into_iter(self) -> Self::IntoIter {
        (self.at..N).rev()
    }
}
struct Pairs<I: Iterator> {
    inner: I,
}
impl<I: Iterator> Iterator for Pairs<I> {
    type Item = (I::Item, I::Item);
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.inner.next()?, self.inner.next()?))
    }
}
trait PairsExt: Iterator + Sized {
    fn pairs(self) -> Pairs<Self> {
        Pairs { inner: self }
    }
}
impl<I: Iterator> PairsExt for I {}
fn value(i: u64) -> u64 {
    let c = Collatz(i + 6);
    let steps = c.clone().count() as u64;
    let top = c.clone().max().unwrap();
    let evens = c.clone().filter(|n| n % 2 == 0).map(|n| n / 2).take_while(|&n| n > 1).fold(0u64, |a, n| a.wrapping_mul(31) + n);
    let mut down = 0;
    for (k, x) in (Countdown::<7> { at: i as usize }).into_iter().enumerate() {
        down += k * x;
    }
    let p: u64 = c.pairs().map(|(a, b)| a * b % 11).sum();
    let z = Collatz(3).zip(Collatz(5).skip(1)).step_by(2).flat_map(|(a, b)| [a, b]).last();
    steps + top * 100 + evens % 1000 * 10_000 + down as u64 * 7 + p * 3 + z.unwrap_or(0)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
