// a panic's arguments are evaluated once each and in their order
// threads: 1
// panics: 15 assertion `left == right` failed: 7 6 7   left: 5  right: 6
use rustg_std::prelude::*;
use std::cell::Cell;

fn next(c: &Cell<u32>) -> u32 {
    c.set(c.get() + 1);
    c.get()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let (t, c) = (thread::index(), Cell::new(4));
    assert_eq!(next(&c), 6, "{1} {0} {1}", next(&c), next(&c));
    out[t] = c.get() as u64;
}
