// adaptors walked from both ends, cloned and peeked
// threads: 4
// expect: 18202421431864359390 16108283703622096647 14225064272892616685 11275858979295276126
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [4u64, 7, 2, 9, i, 6];
    let mut n = 0u64;
    let mut add = |x: u64| n = n.wrapping_mul(31).wrapping_add(x);
    add(a.iter().filter_map(|x| x.checked_sub(4)).rev().fold(0, |n, x| n * 10 + x));
    add(a.iter().flat_map(|x| 0..*x % 4).rev().fold(0, |n, x| n * 5 + x));
    add([[1u64, 2], [3, i]].into_iter().flatten().rev().fold(0, |n, x| n * 10 + x));
    let mut f = [[1u64, 2, 3], [4, 5, 6]].iter().flatten();
    add(f.next().unwrap() * 100 + f.next_back().unwrap() * 10 + f.nth(2).unwrap());
    add(f.clone().count() as u64 + f.next_back().unwrap_or(&50) + f.next().unwrap_or(&60) * 3);
    let mut p = a.iter().copied().peekable();
    add(*p.peek().unwrap() + p.next_back().unwrap() * 10);
    if let Some(x) = p.peek_mut() {
        *x += 100;
    }
    add(p.next_if(|x| *x > 100).unwrap_or(1) + p.clone().sum::<u64>() + p.rev().last().unwrap());
    let mut seen = 0;
    add(a.iter().inspect(|x| seen += **x).rev().take(2).map(|x| x * 2).sum());
    add(a.iter().fuse().rev().skip_while(|x| **x != 9).count() as u64);
    let c = a.iter().chain(&[8, 1]).filter(|x| **x > 2);
    add(c.clone().rev().map(|x| *x).fold(0, |n, x| n * 3 + x) + c.count() as u64);
    let w = a.windows(2).map(|w| w[0] * w[1]);
    add(w.clone().max().unwrap() + w.rev().next().unwrap());
    let s = a.iter().scan(0, |s, x| {
        *s += x;
        Some(*s)
    });
    add(s.clone().last().unwrap() + s.take_while(|x| *x < 15).sum::<u64>());
    n + seen
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
