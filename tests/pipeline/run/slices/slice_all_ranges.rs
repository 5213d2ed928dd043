// slices by every range form
// threads: 8
// expect: 303548 2471 173 2380 27986 173 186 303808
use rustg_std::prelude::*;

use std::ops::Range;
fn total(s: &[u8]) -> u64 {
    s.iter().fold(s.len() as u64, |n, x| n * 9 + *x as u64)
}
fn value(i: u64) -> u64 {
    let a = [1u8, 2, 3, 4, 5];
    let r: Range<usize> = 1..3;
    match i {
        0 => total(&a[..]),
        1 => total(&a[2..]),
        2 => total(&a[..2]),
        3 => total(&a[1..4]),
        4 => total(&a[1..=4]),
        5 => total(&a[..=1]),
        6 => total(&a[r.clone()]) + r.end as u64,
        _ => {
            total(&a[5..]) + a.get(1..3).map_or(0, total) + a.get(4..9).map_or(77, total) + a.get(..=4).map_or(1, total)
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
