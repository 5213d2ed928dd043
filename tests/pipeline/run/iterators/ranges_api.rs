// methods of ranges
// threads: 4
// expect: 24040 34053 44072 54091
use rustg_std::prelude::*;

use std::ops::{Bound, RangeBounds};
fn width(r: impl RangeBounds<u64>) -> u64 {
    let a = match r.start_bound() {
        Bound::Included(x) => *x,
        Bound::Excluded(x) => *x + 1,
        Bound::Unbounded => 0,
    };
    let b = match r.end_bound() {
        Bound::Included(x) => *x + 1,
        Bound::Excluded(x) => *x,
        Bound::Unbounded => 100,
    };
    b - a
}
fn value(i: u64) -> u64 {
    let r = i..i + 4;
    let s = 2..=i + 2;
    let mut n = r.contains(&3) as u64
        + s.contains(&2) as u64 * 2
        + (..5).contains(&i) as u64 * 4
        + (3..).contains(&i) as u64 * 8
        + (..=2).contains(&i) as u64 * 16;
    n += r.len_of() * 100 + s.start() * 1000 + s.end() * 10000 + (r.is_empty() || s.is_empty()) as u64;
    n += width(..) + width(3..) + width(..=4) + width(2..9) + width((Bound::Excluded(1), Bound::Included(5)));
    n += (r == (i..i + 4)) as u64
        + s.clone().rev().map(|x| x * x).sum::<u64>()
        + r.clone().nth(2).unwrap()
        + r.clone().last().unwrap();
    let mut t = (0u8..=255).skip(250);
    t.next();
    n += t.size_hint().0 as u64
        + t.map(|x| x as u64).sum::<u64>()
        + (0..10u32).rev().step_by(3).map(u64::from).sum::<u64>()
        + (1..=3).flat_map(|x| 0..x).count() as u64;
    n += (0.5..2.5).contains(&(i as f32)) as u64
        + r.into_iter().min().unwrap()
        + ('a'..='e').rev().nth(1).unwrap() as u64;
    n
}
trait L {
    fn len_of(&self) -> u64;
}
impl L for std::ops::Range<u64> {
    fn len_of(&self) -> u64 {
        self.end - self.start
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
