//! Functions and methods whose values must be used, the user's and the library's.
#![allow(dead_code, unused_imports, unused_variables)]
use rustg_std::prelude::*;
use std::num::{NonZero, Wrapping};

#[must_use]
pub fn plain() -> u32 {
    1
}
#[must_use = "it has words"]
pub fn worded() -> u32 {
    1
}
#[must_use]
pub fn generic<T>(x: T) -> T {
    x
}
#[must_use]
pub fn unit() {}

pub mod inner {
    #[must_use]
    pub fn helper_of_inner() -> u32 {
        1
    }
    #[must_use]
    pub fn plain() -> u32 {
        1
    }
}

pub struct Pair<T>(pub T, pub T);
impl<T: Copy> Pair<T> {
    #[must_use]
    pub fn first(&self) -> T {
        self.0
    }
    #[must_use = "words of an associated function"]
    pub fn of(x: T) -> T {
        x
    }
    pub fn second(&self) -> T {
        self.1
    }
}
pub struct Even(pub u32);
pub trait Nature {
    #[must_use = "no side effects"]
    fn is_even(&self) -> bool;
    fn is_odd(&self) -> bool {
        !self.is_even()
    }
}
impl Nature for Even {
    fn is_even(&self) -> bool {
        self.0 % 2 == 0
    }
}
impl PartialEq for Even {
    fn eq(&self, other: &Even) -> bool {
        self.0 == other.0
    }
}

pub fn own(x: u32, f: fn() -> u32) {
    plain(); //~ unused_must_use unused return value of `plain` that must be used
    worded(); //~ unused_must_use unused return value of `worded` that must be used
    generic(x); //~ unused_must_use unused return value of `generic` that must be used
    generic::<u8>(1); //~ unused_must_use unused return value of `generic` that must be used
    unit(); //~ unused_must_use unused return value of `unit` that must be used
    inner::helper_of_inner(); //~ unused_must_use unused return value of `helper_of_inner` that must be used
    inner::plain(); //~ unused_must_use unused return value of `inner::plain` that must be used
    Pair(1, 2).first(); //~ unused_must_use unused return value of `Pair::<T>::first` that must be used
    Pair::of(x); //~ unused_must_use unused return value of `Pair::<T>::of` that must be used
    Pair(1, 2).second();
    Even(x).is_even(); //~ unused_must_use unused return value of `Nature::is_even` that must be used
    Nature::is_even(&Even(x)); //~ unused_must_use unused return value of `Nature::is_even` that must be used
    Even::is_even(&Even(x)); //~ unused_must_use unused return value of `Nature::is_even` that must be used
    <Even as Nature>::is_even(&Even(x)); //~ unused_must_use unused return value of `Nature::is_even` that must be used
    Even(x).is_odd();
    Even(x) == Even(x); //~ unused_must_use unused comparison that must be used
    Even(x).eq(&Even(x)); //~ unused_must_use unused return value of `std::cmp::PartialEq::eq` that must be used
    f();
    (plain)(); //~ unused_must_use unused return value of `plain` that must be used
    { plain() }; //~ unused_must_use unused return value of `plain` that must be used
    let g = plain;
    g();
}

pub fn of_the_library(i: i32, u: u64, f: f32, c: char, s: &str, a: &[u32], o: Option<&u32>, r: Result<u32, u32>) {
    i.wrapping_add(1); //~ unused_must_use unused return value of `core::num::<impl i32>::wrapping_add` that must be used
    u.count_ones(); //~ unused_must_use unused return value of `core::num::<impl u64>::count_ones` that must be used
    u.is_power_of_two(); //~ unused_must_use unused return value of `core::num::<impl u64>::is_power_of_two` that must be used
    f.abs(); //~ unused_must_use unused return value of `core::f32::<impl f32>::abs` that must be used
    f.sqrt(); //~ unused_must_use unused return value of `f32::<impl f32>::sqrt` that must be used
    f.is_nan(); //~ unused_must_use unused return value of `core::f32::<impl f32>::is_nan` that must be used
    c.is_ascii_digit(); //~ unused_must_use unused return value of `char::methods::<impl char>::is_ascii_digit` that must be used
    s.len(); //~ unused_must_use unused return value of `core::str::<impl str>::len` that must be used
    s.trim(); //~ unused_must_use unused return value of `core::str::<impl str>::trim` that must be used
    a.len(); //~ unused_must_use unused return value of `core::slice::<impl [T]>::len` that must be used
    a.first(); //~ unused_must_use unused return value of `core::slice::<impl [T]>::first` that must be used
    [1, 2].map(|x| x + 1); //~ unused_must_use unused return value of `array::<impl [T; N]>::map` that must be used
    o.is_some(); //~ unused_must_use unused return value of `Option::<T>::is_some` that must be used
    o.copied(); //~ unused_must_use unused return value of `Option::<&T>::copied` that must be used
    o.map(|x| x + 1);
    r.is_err(); //~ unused_must_use unused return value of `Result::<T, E>::is_err` that must be used
    r.ok();
    i.clone(); //~ unused_must_use unused return value of `clone` that must be used
    i.max(2); //~ unused_must_use unused return value of `std::cmp::Ord::max` that must be used
    i.cmp(&2); //~ unused_must_use unused return value of `std::cmp::Ord::cmp` that must be used
    i.clamp(1, 2); //~ unused_must_use unused return value of `clamp` that must be used
    std::cmp::min(i, 2); //~ unused_must_use unused return value of `std::cmp::min` that must be used
    std::mem::size_of::<u8>(); //~ unused_must_use unused return value of `std::mem::size_of` that must be used
    i64::from(i); //~ unused_must_use unused return value of `from` that must be used
    Wrapping(3u32) + Wrapping(4); //~ unused_must_use unused arithmetic operation that must be used
    NonZero::new(u).unwrap().leading_zeros(); //~ unused_must_use unused return value of `NonZero::<u64>::leading_zeros` that must be used
    std::cmp::Ordering::Less.reverse(); //~ unused_must_use unused return value of `std::cmp::Ordering::reverse` that must be used
}
