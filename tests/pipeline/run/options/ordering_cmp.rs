// cmp and Ordering
// threads: 4
// expect: 111 111 112 113
use rustg_std::prelude::*;

use core::cmp::Ordering;

fn value(i: u64) -> u64 {
    let _ = i;
    0 + match i.cmp(&2) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    } + 10 * (1.0f32.partial_cmp(&f32::NAN).is_none() as u64)
        + 100 * (3u8.cmp(&1).reverse() == Ordering::Less) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
