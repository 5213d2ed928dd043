// Ranges and Reverse are compared by assert_eq!
// threads: 2
// expect: 3 4
use rustg_std::prelude::*;
use std::cmp::Reverse;

#[derive(Debug, PartialEq)]
struct Holds(core::ops::RangeFrom<u64>, core::ops::RangeToInclusive<u8>);

fn value(i: u64) -> u64 {
    assert_eq!(0..=i, 0..=i);
    assert_eq!(Reverse(i), Reverse(i));
    assert_eq!(.., ..);
    assert_eq!(..4, ..4);
    assert_ne!(1.., 2..);
    assert_eq!(Holds(1.., ..=2), Holds(1.., ..=2));
    i + 3
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
