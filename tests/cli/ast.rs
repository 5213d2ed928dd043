#!/usr/bin/env rustgc
//! Every kind of node that one accepted file can hold.
#![allow(dead_code, reason = "a sample")]

extern crate core as base;
pub use base::{self, fmt::*, mem::{swap as exchange, take}};
/// A static.
pub(crate) static mut COUNT: usize = 0;
const _: [u8; 2] = [0; 2];
const { assert!(true) }
mod inner { #![cfg(any())] mod other; }
unsafe extern "C" {
    safe static ERRNO: i32;
    fn printf(format: *const u8, ...) -> i32;
    type Opaque;
    declare!(x);
}
type Alias<'a, T: 'a = u8> = &'a T;
enum Choice<T> where T: Clone { #[default] Unit, Tuple(pub T, u8), Named { field: T } = 3 }
struct Record<'a, 'b: 'a, T: ?Sized + 'static + for<'c> Fn(&'c u8) -> u8, const N: usize = { 4 }> {
    pub(in crate::inner) name: &'a str,
    bytes: &'b [u8; N],
    size: u8 = 1,
    tail: T,
}
union Either { a: u32, b: f32 }
struct Nothing;
unsafe auto trait Marker {}
impl Marker for .. {}
trait Shape: Clone + Iterator<Item = u8, Size: Copy> {
    const SIDES: usize;
    type Output<'a>: Copy where Self: 'a;
    fn area(&self, _: u8) -> Option<Self::Output<'_>>;
    fn sides(self: Box<Self>) -> usize { Self::SIDES }
    shape!();
}
trait Both = Clone + Copy where u8: Into<u16>;
impl<T> const Shape for [T] where for<'a> &'a T: Clone, { reuse inner::area; reuse inner::{one, two} { self.0 } }
reuse <Record as Shape>::area as surface;
reuse inner::{three, four};
macro_rules! twice { ($e:expr) => { $e + $e }; }
pub macro once($e:expr) { $e }
twice! { 1 }

#[contracts::on]
fn checked(x: u8) -> u8 contract_requires { x > 0 } contract_ensures { |r| *r > 0 } { x }
fn types<F>(
    a: impl Fn(u8) + use<'_, F>,
    b: &dyn Trait,
    c: fn(u8, ...) -> !,
    d: (u8, (u16)),
    e: <[u8] as Shape>::Output<'_>,
    f: &pin mut _,
    g: unsafe<'a> &'a u8,
    h: vec![u8],
    i: *mut [u8],
) {
}
fn patterns(value: Any) {
    let PATH::<u8>::CONST = value else { return };
    match value {
        _ | ref mut name @ Some(..) => {}
        Record { name, size: 0..=9, .. } if let Some(x) = value && x > 1 => (),
        (box first, &mut second, [a, .., -1], "text") => {}
        (..10 | 'a'.. | (b'0')) => {}
        ! => {}
        pattern!(x) => {}
        builtin # deref(x) => {}
        (x if x > 1, _) => {}
        #[cfg(any())]
        <u8>::MAX => {}
    }
}
async fn expressions<'a>(mut a: u8, b: [u8; 2]) -> u8 {
    let array = [1, 2, a as u8];
    let _ = (const { 1 });
    struct Local;
    ;
    helper::<u8>(a).method::<'a, _>(b[0])?.await.field.0.1.use;
    a = -b[1] + !0x_f_u8 << 2 >> 1;
    a >>= (1, 2.5).0;
    if let Some(x) = &raw const a && !x { 1 } else if a { 2 } else { 3 }
    'outer: loop { break 'outer a; }
    'block: { continue 'outer }
    while true { yield a; }
    for i in ..=9 { for<'c> async move |x: &'c u8, y| -> u8 { x + y }; }
    a.match { #![inner] 1 => 2, };
    #[attribute] unsafe { async move {}; gen { yield; } }
    try { _ = 1.. };
    try bikeshed Option<u8> { 1 };
    builtin # offset_of(Record, name.first);
    builtin # type_ascribe(a, u8);
    builtin # wrap_binder(a, u8);
    do yeet a;
    become f(a);
    Record { name: &mut a, #[cfg(any())] size, ..base() };
    statement! { a }
    let m = expression!(a);
    return <u8 as Shape>::new("text", b"bytes", c"c", 'c', r#"raw"#)
}
