// loops left where a sum wraps around, told by helpers, closures, fields, arrays and slices
// threads: 4
// expect: 1365255718916029700 1260234014410889737 1155212309905749774 1050190605400609811
use rustg_std::prelude::*;

fn below(x: u64, a: u64) -> bool {
    x < a
}
fn not_below(x: u64, a: u64) -> bool {
    x >= a
}
struct Walk {
    start: u64,
    at: u64,
    step: u64,
}
impl Walk {
    fn wrapped(&self) -> bool {
        self.at < self.start
    }
    fn go(&mut self) -> bool {
        self.at = self.at.wrapping_add(self.step);
        self.at >= self.start
    }
}

fn by_helper(a: u64, step: u64) -> u64 {
    let mut x = a;
    let mut n = 0;
    loop {
        x = x.wrapping_add(step);
        n += 1;
        if below(x, a) {
            return n;
        }
    }
}
fn by_helper_while(a: u64, step: u64) -> u64 {
    let mut x = a;
    let mut n = 0;
    while not_below(x, a) {
        x = x.wrapping_add(step);
        n += 1;
    }
    n
}
fn by_fields(a: u64, step: u64) -> u64 {
    let w = Walk { start: a, at: a, step };
    let mut w = w;
    let mut n = 0;
    while w.go() {
        n += 1;
    }
    n
}
fn by_fields_direct(a: u64, step: u64) -> u64 {
    let mut w = Walk { start: a, at: a, step };
    let mut n = 0;
    while !w.wrapped() {
        w.at = w.at.wrapping_add(w.step);
        n += 1;
    }
    n
}
fn by_array(a: u64, step: u64) -> u64 {
    let mut w = [a, a];
    let mut n = 0;
    while w[1] >= w[0] {
        w[1] = w[1].wrapping_add(step);
        n += 1;
    }
    n
}
fn by_pair(a: u64, step: u64) -> u64 {
    let mut w = (a, a);
    let mut n = 0;
    loop {
        w.1 = w.1.wrapping_add(step);
        n += 1;
        if w.1 < w.0 {
            return n;
        }
    }
}
fn by_closure(a: u64, step: u64) -> u64 {
    let mut x = a;
    let mut n = 0;
    let mut go = || {
        x = x.wrapping_add(step);
        x < a
    };
    while !go() {
        n += 1;
    }
    n
}
fn by_slice(values: &[u64], step: u64) -> u64 {
    let mut x = values[1];
    let mut n = 0;
    while x >= values[1] {
        x = x.wrapping_add(step);
        n += 1;
    }
    n
}
fn by_option(a: u64, step: u64) -> u64 {
    let mut x = Some(a);
    let mut n = 0;
    while let Some(v) = x {
        let next = v.wrapping_add(step);
        x = if next < a { None } else { Some(next) };
        n += 1;
    }
    n
}
fn by_u32(a: u32, step: u32) -> u64 {
    let mut w = [a, a];
    let mut n = 0;
    while !(w[1] < w[0]) {
        w[1] = w[1].wrapping_add(step);
        n += 1;
    }
    n
}
fn by_checked(a: u64, step: u64) -> u64 {
    let mut x = a;
    let mut n = 0;
    while let Some(next) = x.checked_add(step) {
        x = next;
        n += 1;
    }
    n
}
fn by_slice_of_three(a: u64) -> u64 {
    let values = [0, a, 1];
    let s = &values[..];
    let mut x = s[1];
    let mut n = 0;
    while x >= s[1] {
        x = x.wrapping_add(1);
        n += 1;
    }
    n
}

fn value(i: u64) -> u64 {
    let a = (i + 3) << 60;
    let step = 1 << 58;
    let mut all = by_helper(a, step);
    all = all * 31 + by_helper_while(a, step);
    all = all * 31 + by_fields(a, step);
    all = all * 31 + by_fields_direct(a, step);
    all = all * 31 + by_array(a, step);
    all = all * 31 + by_pair(a, step);
    all = all * 31 + by_closure(a, step);
    all = all * 31 + by_slice(&[0, a, 1], step);
    all = all * 31 + by_option(a, step);
    all = all * 31 + by_u32((a >> 32) as u32, 1 << 26);
    all = all * 31 + by_checked(a, step);
    all * 31 + by_slice_of_three(u64::MAX - 20 - i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
