// what says that it is fused is asked again behind its end; nth_back of take
// threads: 6
// expect: 191929292999999 194923923999999 102121121019999 121900000054321 119900000054321 199900000054321
use core::cell::Cell;
use rustg_std::prelude::*;

fn kept(mask: u32) -> impl Iterator<Item = u32> {
    (0..3u32).map_while(move |x| if mask >> x & 1 == 1 { Some(x) } else { None }).cycle().take(3).cycle().take(7)
}

/// Some and its number, or 9, as digits.
fn digits(all: &mut u64, x: Option<u32>) {
    *all = *all * 10 + x.map_or(9, |x| x as u64);
}

fn fused(mask: u32) -> u64 {
    let mut all = 1;
    let mut flat = kept(mask).flat_map(|x| 0..x + 1);
    digits(&mut all, flat.next());
    digits(&mut all, flat.reduce(|a, b| a + b));
    let mut fuse = kept(mask).map(|x| x + 1).fuse();
    for _ in 0..6 {
        digits(&mut all, fuse.next());
    }
    let mut latched = (0..3u32).map_while(|x| if mask >> x & 1 == 1 { Some(x) } else { None }).fuse();
    for _ in 0..4 {
        digits(&mut all, latched.next());
    }
    let mut words = "a b".split(' ').fuse();
    words.by_ref().for_each(|_| ());
    all * 100 + words.size_hint().1.map_or(99, |n| n as u64)
}

fn from_behind(first: usize, second: usize) -> u64 {
    let seen = Cell::new(0u64);
    let mut it = [1u32, 2, 3, 4, 5].iter().copied().inspect(|x| seen.set(seen.get() * 10 + *x as u64)).take(2);
    let mut all = 1;
    digits(&mut all, it.nth_back(first));
    digits(&mut all, it.by_ref().rev().nth(second));
    digits(&mut all, it.next());
    all * 100000000000 + seen.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    out[i] = match i.get() {
        0 => fused(2),
        1 => fused(6),
        2 => fused(3),
        3 => from_behind(0, 0),
        4 => from_behind(1, 3),
        _ => from_behind(2, 0),
    };
}
