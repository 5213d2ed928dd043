// texts: characters from both ends, bytes, order, hashes and defaults
// threads: 4
// expect: 1280220000644072654 5780375329589765788 13926066278981191676 11124808760349
use rustg_std::prelude::*;

use core::hash::{Hash, Hasher};
#[derive(Default)]
struct Sum(u64);
impl Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = self.0.wrapping_mul(257).wrapping_add(*b as u64);
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
#[derive(Clone, Copy, Default, PartialEq, PartialOrd, Hash, Debug)]
struct Entry<'a> {
    name: &'a str,
    size: u32,
}
const NAMES: [&str; 4] = ["plain", "größe", "日本語🎉", ""];
fn is_palindrome(s: &str) -> bool {
    s.chars().zip(s.chars().rev()).all(|(a, b)| a == b)
}
fn value(i: u64) -> u64 {
    let s = NAMES[i as usize];
    let codes = s.chars().fold(0u64, |h, c| h * 7 + c as u64);
    let back = s.chars().rev().map(|c| c.len_utf8() as u64).fold(0, |h, n| h * 10 + n);
    let bytes: u64 = s.bytes().map(u64::from).sum();
    let e = Entry { name: s, size: 3 };
    let mut h = Sum::default();
    e.hash(&mut h);
    let p = is_palindrome("reliefpfeiler") as u64 + is_palindrome(s) as u64 * 2;
    let kind = match s {
        "plain" => 1,
        x if x.is_empty() => 2,
        _ => 3,
    };
    (codes ^ back << 20 ^ bytes << 32 ^ h.finish()).wrapping_mul(10) + p + (e > Entry::default()) as u64 * 4 + kind
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
