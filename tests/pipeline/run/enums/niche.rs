// values that a type never has are where an enum keeps which variant it is
// threads: 4
// expect: 0 0 0 0
use core::cmp::Ordering;
use core::mem::{align_of, size_of, transmute};
use core::num::NonZero;
use core::ptr::NonNull;
use rustg_std::prelude::*;

enum Shape {
    Circle(f32),
    Flag(bool, u8),
    Pair(f64, u32),
    Empty,
}

struct Mixed {
    a: u8,
    b: u32,
    c: u16,
}

#[derive(Clone, Copy, PartialEq)]
enum Nested {
    Some(Option<Option<bool>>),
    Order(Ordering),
    None,
}

enum Only {
    One(u32),
}

const SIZES: [usize; 12] = [
    size_of::<Option<&u32>>(),
    size_of::<Option<&[u32]>>(),
    size_of::<Option<NonZero<u32>>>(),
    size_of::<Option<bool>>(),
    size_of::<Option<Option<bool>>>(),
    size_of::<Option<char>>(),
    size_of::<Option<Ordering>>(),
    size_of::<Result<bool, ()>>(),
    size_of::<Option<NonNull<u8>>>(),
    size_of::<Mixed>(),
    size_of::<Shape>(),
    size_of::<Only>(),
];
static TABLE: [Option<NonZero<u16>>; 3] = [NonZero::new(7), None, NonZero::new(65535)];
static NESTED: [Nested; 4] = [Nested::None, Nested::Some(Some(None)), Nested::Order(Ordering::Less), Nested::Some(Some(Some(true)))];
static WORDS: [Option<&str>; 3] = [Some("one"), None, Some("")];

fn wrong(i: usize) -> u64 {
    let mut n = 0;
    let mut check = |holds: bool, bit: u32| n |= (!holds as u64) << bit;
    check(SIZES == [8, 16, 4, 1, 1, 4, 1, 1, 8, 8, 16, 4], 0);
    check(align_of::<Option<NonZero<u64>>>() == 8 && align_of::<Option<char>>() == 4, 1);
    let x = i as u32 + 5;
    let some: Option<&u32> = Some(&x);
    let address: usize = unsafe { transmute(some) };
    check(address == &x as *const u32 as usize, 2);
    let none: Option<&u32> = None;
    check(unsafe { transmute::<Option<&u32>, usize>(none) } == 0, 3);
    let back: Option<NonZero<u32>> = unsafe { transmute(i as u32) };
    check(back.is_some() == (i != 0) && back.map_or(0, |v| v.get()) == i as u32, 4);
    check(unsafe { transmute::<Option<NonZero<u32>>, u32>(NonZero::new(x)) } == x, 5);
    let pointer: Option<NonNull<u32>> = unsafe { transmute(if i == 1 { core::ptr::null() } else { &x as *const u32 }) };
    check(pointer.is_none() == (i == 1), 6);
    let bits: [Option<Option<bool>>; 4] = [None, Some(None), Some(Some(false)), Some(Some(true))];
    let mut seen = 0;
    for b in &bits {
        seen = seen * 4
            + match b {
                None => 0,
                Some(None) => 1,
                Some(Some(false)) => 2,
                Some(Some(true)) => 3,
            };
    }
    check(seen == 0b00_01_10_11 && bits[i] == bits[i] && bits[i] != bits[(i + 1) % 4], 7);
    let shapes = [Shape::Circle(1.5), Shape::Flag(i % 2 == 0, 9), Shape::Pair(2.5, x), Shape::Empty];
    let sum = match &shapes[i] {
        Shape::Circle(r) => *r as u32,
        Shape::Flag(f, v) => *f as u32 + *v as u32,
        Shape::Pair(d, v) => *d as u32 + *v,
        Shape::Empty => 100,
    };
    check(sum == [1, 9, 9, 100][i], 8);
    let mut nested = [Nested::None; 3];
    nested[i % 3] = Nested::Some(Some(Some(i % 2 == 1)));
    nested[(i + 1) % 3] = Nested::Order(Ordering::Greater);
    check(nested[i % 3] == Nested::Some(Some(Some(i % 2 == 1))) && nested[(i + 2) % 3] == Nested::None, 9);
    check(matches!(nested[(i + 1) % 3], Nested::Order(Ordering::Greater)), 10);
    if let Nested::Some(Some(Some(b))) = &mut nested[i % 3] {
        *b = !*b;
    }
    check(nested[i % 3] == Nested::Some(Some(Some(i % 2 == 0))), 11);
    let mut slot: Option<&u32> = None;
    let place = &mut slot;
    check(place.is_none(), 12);
    *place = Some(&x);
    check(slot == Some(&x) && slot.take() == Some(&x) && slot.is_none(), 13);
    let m = Mixed { a: 1, b: x, c: 3 };
    check((m.a as u32, m.b, m.c as u32) == (1, x, 3), 14);
    let Only::One(v) = Only::One(x);
    check(v == x, 15);
    check(TABLE[1].is_none() && TABLE[0].unwrap().get() == 7 && TABLE[(i % 2) * 2].is_some(), 16);
    check(NESTED[i] == [Nested::None, Nested::Some(Some(None)), Nested::Order(Ordering::Less), Nested::Some(Some(Some(true)))][i], 17);
    check(WORDS[i % 3].map_or(99, |w| w.len()) == [3, 99, 0][i % 3], 18);
    let ordered = [i.cmp(&1), 1.cmp(&i), Ordering::Equal].map(|o| o as i8 + 1);
    check(ordered[0] + ordered[1] == 2, 19);
    let pair: (Option<char>, Result<u8, Option<u8>>) = (char::from_u32(if i == 2 { 0xD800 } else { 97 }), if i == 3 { Err(None) } else { Ok(i as u8) });
    check(pair.0.is_none() == (i == 2) && pair.1.is_err() == (i == 3), 20);
    let never: Result<u32, core::convert::Infallible> = Ok(x);
    check(size_of::<Result<u32, core::convert::Infallible>>() == 4 && never.unwrap_or(0) == x, 21);
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = wrong(t.get());
}
