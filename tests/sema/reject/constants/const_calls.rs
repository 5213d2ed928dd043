// What constants may not call: methods of traits, overloaded operators, closures, what formats, and functions of core that are not
// constant, or not on stable.
#![allow(unused)]
use core::ops::{Add, Deref, Index, Neg};

pub struct S;
pub trait T {
    fn t(&self) -> u32;
    fn s() -> u32;
}
impl T for S {
    fn t(&self) -> u32 {
        1
    }
    fn s() -> u32 {
        2
    }
}
impl Add for S {
    type Output = u32;
    fn add(self, _: S) -> u32 {
        1
    }
}
impl Neg for S {
    type Output = u32;
    fn neg(self) -> u32 {
        1
    }
}
impl Index<usize> for S {
    type Output = u32;
    fn index(&self, _: usize) -> &u32 {
        &1
    }
}
impl Deref for S {
    type Target = u32;
    fn deref(&self) -> &u32 {
        &1
    }
}
#[derive(Clone, PartialEq)]
pub struct P(u32);

pub const OWN_METHOD: u32 = S.t(); //~ E0015 cannot call non-const method `<S as T>::t` in constants
pub const OWN_FUNCTION: u32 = S::s(); //~ E0015 cannot call non-const associated function `<S as T>::s` in constants
pub static SUM: u32 = S + S; //~ E0015 cannot call non-const operator in statics
pub const NEGATED: u32 = -S; //~ E0015 cannot call non-const operator in constants
pub const ELEMENT: u32 = S[1]; //~ E0015 cannot call non-const operator in constants
pub const BEHIND: u32 = *S; //~ E0015 cannot perform non-const deref coercion on `S` in constants
pub const BITS: u32 = S.count_ones(); //~ E0015 cannot perform non-const deref coercion on `S` in constants
pub const SINE: f32 = 1f32.sin(); //~ E0015 cannot call non-const method `std::f32::<impl f32>::sin` in constants
pub const FLOOR: f32 = 1.5f32.floor();
pub const CLOSURE: u32 = (|| 1u32)(); //~ E0015 cannot call non-const closure in constants
pub const COPIES: [u32; 2] = [1u32; 2].clone(); //~ E0015 cannot call non-const method `<[u32; 2] as Clone>::clone` in constants
pub const COPY: u32 = 1u32.clone(); //~ E0658 cannot call conditionally-const method `<u32 as Clone>::clone` in constants //~ - `Clone` is not yet stable as a const trait
pub const OWN_COPY: P = P(1).clone(); //~ E0015 cannot call non-const method `<P as Clone>::clone` in constants
pub const SAME: bool = Some(1u32).eq(&None); //~ E0658 cannot call conditionally-const method `<Option<u32> as PartialEq>::eq` in constants //~ - `PartialEq` is not yet stable as a const trait
pub const FIRST: &[u8] = &[1u8, 2][..1]; //~ E0658 cannot call conditionally-const operator in constants //~ - `Index` is not yet stable as a const trait
pub const OR: u32 = Some(1u32).unwrap_or(1); //~ E0658 cannot call conditionally-const method `Option::<u32>::unwrap_or` in constants //~ - `Option::<T>::unwrap_or` is not yet stable as a const fn
pub const GREATER: u32 = core::cmp::max(1, 2); //~ E0658 cannot call conditionally-const function `std::cmp::max::<u32>` in constants //~ - `std::cmp::max` is not yet stable as a const fn
pub const INSIDE: bool = (0..3).contains(&1); //~ E0658 cannot call conditionally-const method `std::ops::Range::<i32>::contains::<i32>` in constants //~ - `std::ops::Range::<Idx>::contains` is not yet stable as a const fn
pub const UNWRAPPED: u32 = Some(1u32).unwrap();
pub const SPLIT: (&[u8], &[u8]) = b"abc".split_at(1);

pub const fn question(x: Option<u32>) -> Option<u32> {
    Some(x?) //~ E0658 `?` is not allowed on `Option<u32>` in constant functions //~ - `Try` is not yet stable as a const trait
}
pub const fn of_param<X: T>(x: &X) -> u32 {
    x.t() //~ E0015 cannot call non-const method `<X as T>::t` in constant functions
}
pub const fn called<F: Fn() -> u32 + Copy>(f: F) -> u32 {
    f() //~ E0015 cannot call non-const closure in constant functions
}
pub const fn text(s: &str) -> bool {
    matches!(s, "x") //~ E0658 cannot match on `str` in constant functions //~ - `PartialEq` is not yet stable as a const trait
}
pub const fn iterated(x: &[u32]) {
    x.iter(); //~ - `core::slice::<impl [T]>::iter` is not yet stable as a const fn
}
pub const fn number() {
    panic!("{}", 1u32) //~ - argument to `panic!()` in a const context must have type `&str`
}
pub const fn told(s: &str) {
    panic!("{}", s)
}
pub const fn formatted(x: u32) {
    assert!(x == 1, "a {x}"); //~ E0015 cannot call non-const formatting macro in constant functions
}
pub const fn compared(x: u32) {
    assert_eq!(x, 1); //~ E0015 cannot call non-const function `core::panicking::assert_failed::<u32, u32>` in constant functions
}
pub fn not_const(x: Option<u32>) -> Option<u32> {
    Some(x?.clone().max(const { S + S })) //~ E0015 cannot call non-const operator in constants
}
