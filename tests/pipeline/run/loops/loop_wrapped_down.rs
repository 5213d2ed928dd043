// loops left where a difference wraps around
// threads: 4
// expect: 3096917185 3096927285 31385 3943409
use rustg_std::prelude::*;

fn rounds(start: u32) -> u64 {
    let mut x = start;
    let mut n = 0;
    while x <= start {
        x = x.wrapping_sub(1);
        n += 1;
    }
    n
}

fn last(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while end >= wanted.len() {
        if text[..end].ends_with(wanted) {
            return Some(end);
        }
        if end == 0 {
            return None;
        }
        end -= 1;
    }
    None
}

fn beside(s: &[u8], t: &[u8]) -> u64 {
    let mut end = s.len();
    let mut n = 0;
    loop {
        if end > t.len() {
            break;
        }
        n += 1;
        if end == 0 {
            break;
        }
        end -= 1;
    }
    n
}

fn stored(a: &[u64; 4], i: usize) -> u64 {
    let mut x = a[i];
    let mut n = 0;
    while x <= a[i] {
        n += 1;
        x = x.wrapping_add(u64::MAX);
    }
    n
}

fn halves(s: &[u8]) -> u64 {
    let mut n = 0;
    let mut end = s.len();
    while end > 0 {
        let (a, b) = s.split_at(end);
        n = n * 5 + a.len() as u64 + b.len() as u64 * 2;
        end -= 1;
    }
    n + (0..=s.len()).rev().fold(0, |n, k| n * 3 + s[..k].len() as u64 + s[k..].len() as u64)
}

fn abreast(from: u64) -> u64 {
    let mut x = from;
    let mut y = from;
    let mut n = 0;
    while x >= y {
        n += 1;
        if n > 7 {
            break;
        }
        match x.checked_add(2) {
            Some(more) => x = more,
            None => break,
        }
        y = y.wrapping_sub(0);
    }
    n
}

fn value(i: u64) -> u64 {
    let texts = ["a,b,,c", " hello", "", "nd"];
    let text = texts[i as usize];
    let found = last(text.as_bytes(), b"n").map_or(7, |x| x as u64) + text.rfind("n").map_or(70, |x| x as u64 * 10);
    let bytes = text.as_bytes();
    found
        + abreast(i * 3 % 5)
        + rounds(i as u32) * 100
        + beside(bytes, bytes) * 1000
        + stored(&[0, 1, 2, i], i as usize) * 10_000
        + halves(bytes) * 100_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
