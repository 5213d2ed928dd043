// Fn pointers are ordered and hashed by their addresses
// threads: 6
// expect: 1 1 1 1 1 1
#![allow(unpredictable_function_pointer_comparisons)]
use rustg_std::prelude::*;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Handlers<A, B> {
    none: fn(),
    one: fn(A),
    two: fn(A, B) -> A,
}

struct Sum(u64);
impl Hasher for Sum {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = self.0.wrapping_mul(31).wrapping_add(b as u64);
        }
    }
}

fn hashed<T: Hash>(x: &T) -> u64 {
    let mut sum = Sum(1);
    x.hash(&mut sum);
    sum.finish()
}

fn nothing() {}
fn take(_: u8) {}
fn first(a: u8, _: u16) -> u8 {
    a
}
fn other(a: u8, b: u16) -> u8 {
    a + b as u8
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let one = Handlers { none: nothing, one: take, two: first };
    let also = one;
    let differs = Handlers { two: other, ..one };
    let pointers: (fn(u8, u16) -> u8, fn(u8, u16) -> u8) = (first, other);
    out[t] = match t.get() {
        0 => one == also && one.cmp(&also) == Ordering::Equal,
        1 => one != differs && one.cmp(&differs) != Ordering::Equal,
        2 => one.partial_cmp(&differs) == Some(one.cmp(&differs)),
        3 => (one < differs) != (differs < one) && one <= also && one >= also,
        4 => pointers.0.max(pointers.1) == pointers.1.max(pointers.0),
        _ => hashed(&one) == hashed(&also) && hashed(&pointers.0) == hashed(&one.two),
    } as u64;
}
