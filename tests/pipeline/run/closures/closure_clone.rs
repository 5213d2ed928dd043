// closures that clone what they have captured
// threads: 2
// expect: 6060706 7070807
use rustg_std::prelude::*;

#[derive(Clone)]
struct Count(u64);

fn twice<F: FnMut() -> u64 + Clone>(f: F) -> u64 {
    let (mut first, mut second) = (f.clone(), f);
    first() * 100 + second()
}

fn value(i: u64) -> u64 {
    let (start, mut steps) = (Count(i), Count(5));
    let mut next = move || {
        steps.0 += 1;
        start.0 + steps.0
    };
    let kept = next.clone();
    next() + next() * 100 + twice(kept) * 10000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
