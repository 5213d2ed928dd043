// a long chain of adaptors over copies of closures, whose types are checked in proportion to its length
// threads: 4
// expect: 17149445095841903709 6901348889439517335 17210434533560425081 5461282541796034068
use core::cell::Cell;
use core::iter::successors;
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let all = [1u64, 4, i];
    let seen = Cell::new(0u64);
    let mut turns = successors(Some(i + 2), |x| if *x < 90 { Some(x * 2 + 1) } else { None })
        .chain(successors(Some(i + 5), |x| if *x < 50 { Some(x * 3) } else { None }))
        .cycle()
        .take(40)
        .zip(all.iter().copied().scan(1u64, |a, x| { *a += x; Some(*a) }).cycle())
        .map(|x| x)
        .inspect(|x| seen.set(seen.get() + x.0))
        .filter(|x| x.1 != 3)
        .enumerate()
        .map(|(n, x)| (x.0 + n as u64, x.1))
        .filter(|x| x.0 % 7 != 1)
        .inspect(|x| seen.set(seen.get() ^ x.1))
        .skip(1);
    let two = turns.by_ref().take(2).map(|x| x.0 * x.1).sum::<u64>();
    turns.map(|x| x.0 + x.1).fold(two, |h, x| h.wrapping_mul(1099511628211) ^ x) ^ seen.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
