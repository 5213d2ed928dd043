// loops left where a sum wraps around
// threads: 4
// expect: 1001 1061 1122 41
use rustg_std::prelude::*;

fn sum(base: u64, n: u64) -> u64 {
    let mut total = 0;
    let mut i = 0;
    while i < n {
        if base.wrapping_add(i) < base {
            break;
        }
        total += i;
        i += 1;
    }
    total
}

fn rounds(start: u32) -> u64 {
    let mut x = start;
    let mut n = 0;
    while x >= start {
        x = x.wrapping_add(1);
        n += 1;
    }
    n
}

fn checked(base: u64, n: u64) -> u64 {
    let mut total = 0;
    for i in 0..n {
        total += base + i;
    }
    total
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get() as u64;
    let far = if k == 3 { u64::MAX - 4 } else { 100 * k };
    out[t] = sum(far, 20 + k) + rounds(u32::MAX - 30) + if k == 3 { 0 } else { checked(k, 40) };
}
