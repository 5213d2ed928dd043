// derived comparisons of enums with payloads and generics
// threads: 4
// expect: 2110304498 2140304498 3330304498 104310304498
use rustg_std::prelude::*;

use core::cmp::{Ordering, Reverse};
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Rank<T = u8> {
    #[default]
    None,
    Low(T),
    Mid { a: T, b: i8 },
    High(T, T),
}
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Score {
    x: f32,
    rank: Rank<i64>,
}
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
struct Version(u8, u8, u8);
fn best<T: Ord + Copy, const N: usize>(xs: [T; N]) -> T {
    let mut it = xs.into_iter();
    let first = it.next().unwrap();
    it.fold(first, |a, b| a.max(b))
}
fn code(o: Option<Ordering>) -> u64 {
    match o {
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Greater) => 3,
        None => 4,
    }
}
fn value(i: u64) -> u64 {
    let all = [Rank::None, Rank::Low(i as u8), Rank::Mid { a: 1, b: -1 }, Rank::Mid { a: 1, b: 1 }, Rank::High(0, 9)];
    let mut c = 0;
    for a in all {
        for b in &all {
            c = c * 3 + a.cmp(b) as i8 as u64 % 3 + (a == *b) as u64;
            c %= 1_000_003;
        }
    }
    let s = Score { x: [1.0, f32::NAN, 2.0, -0.0][i as usize], rank: Rank::Low(5) };
    let t = Score { x: 1.0, rank: Rank::High(1, 2) };
    let v = best([Version(1, 2, 3), Version(1, i as u8 + 1, 0), Version(0, 255, 255)]);
    let r = Reverse(i) < Reverse(2);
    let k = (1, 'a', [i, 2]).partial_cmp(&(1, 'a', [2, 1]));
    c + code(s.partial_cmp(&t)) * 10_000_000 + code(k) * 100_000_000 + v.1 as u64 * 1_000_000_000 + r as u64 * 100_000_000_000 + (Rank::<u8>::default() < Rank::Low(0)) as u64 + (Rank::Low(7).clamp(Rank::None, Rank::Low(3)) == Rank::Low(3)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
