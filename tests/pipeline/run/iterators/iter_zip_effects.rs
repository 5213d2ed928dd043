// What zip, eq and max ask: whose turn it is where one side ends first, and which comparison
// threads: 12
// expect: 5000022 1000022 3000000 2000000 29000022 39000022 1012554 1000000 10000000 15000000 15000000 8012554
use core::cell::Cell;
use core::cmp::Ordering;
use rustg_std::prelude::*;
/// Ordered the other way round by `cmp`, which is what iterators ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
struct Down(u64);
impl Ord for Down {
    fn cmp(&self, other: &Down) -> Ordering { other.0.cmp(&self.0) }
}
fn case(n: u64, calls: &Cell<u64>) -> u64 {
    let xs = [3u64, 1, 4, 1, 5];
    let note = |x: &u64| {
        calls.set(calls.get() * 7 + x);
        *x
    };
    let mut i = xs.iter();
    match n {
        0 => xs.iter().map(note).zip(0..2).map(|(a, b)| a + b).sum(),
        1 => {
            let mut z = xs.iter().map(note).zip(0..2);
            z.by_ref().for_each(|_| ());
            z.next().is_none() as u64
        }
        2 => {
            i.by_ref().zip(0..2).for_each(|_| ());
            i.len() as u64
        }
        3 => {
            for _ in i.by_ref().zip(0..2) {}
            i.len() as u64
        }
        4 => xs.iter().map(note).zip(0..=1u64).fold(0, |v, (a, b)| v * 9 + a + b),
        5 => xs.into_iter().map(|x| note(&x)).zip([1, 2]).fold(0, |v, (a, b)| v * 9 + a + b),
        6 => {
            let mut z = xs.iter().map(note).zip(xs.iter().take(0).map(note));
            z.next_back().is_none() as u64
        }
        7 => {
            let mut z = xs.iter().map(note).zip(0..0usize);
            z.next_back().is_none() as u64
        }
        8 => {
            let same = i.by_ref().eq(xs[..3].iter());
            i.len() as u64 * 2 + same as u64
        }
        9 => xs.map(Down).into_iter().max().map_or(9, |d| d.0) * 10 + xs.map(Down).iter().min().map_or(9, |d| d.0),
        10 => xs.iter().max_by_key(|x| Down(**x)).map_or(9, |x| *x) * 10 + xs.iter().min_by_key(|x| Down(**x)).map_or(9, |x| *x),
        _ => {
            let mut c = xs.iter().map(note).chain(xs.iter().map(note).take(0).rev());
            c.nth_back(6).unwrap_or(8)
        }
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let calls = Cell::new(0);
    let v = case(t.get() as u64, &calls);
    out[t] = v * 1_000_000 + calls.get();
}
