// loops whose checks compare the counter with where it began
// threads: 4
// expect: 2769 2184 1676 1245
use rustg_std::prelude::*;

fn shifted(start: u64, end: u64) -> u64 {
    let mut total = 0;
    for i in start..end {
        total += (i - start) * 3;
    }
    total
}

fn stepped(start: usize, n: usize, x: &[u64; 8]) -> u64 {
    let mut i = start;
    let mut total = 0;
    while i < n {
        total += x[(i - start) % 8];
        i += 1;
    }
    total
}

fn differences(start: u32, end: u32) -> u64 {
    let mut i = start;
    let mut n = 0;
    loop {
        match i.checked_sub(start) {
            Some(d) if i < end => n += d as u64,
            _ => break,
        }
        i += 1;
    }
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    let x = [1, 2, 3, 4, 5, 6, 7, 8];
    out[t] = shifted(k as u64 * 5, 40) + stepped(k, 30, &x) + differences(k as u32, 25);
}
