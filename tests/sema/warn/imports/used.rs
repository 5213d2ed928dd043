// Every way to use an import, after which nothing is to be said.
#![allow(dead_code)]
mod a {
    pub struct InType;
    pub struct InValue;
    pub struct InPattern {
        pub x: u32,
    }
    pub enum Kind {
        P,
        Q(u32),
    }
    pub const IN_PATTERN: u32 = 1;
    pub const IN_TEXT: u32 = 2;
    pub const IN_LENGTH: usize = 2;
    pub static IN_BODY: u32 = 1;
    pub fn called() {}
    pub fn as_value() {}
    pub trait InBound {}
    pub trait InImpl {}
    pub trait InObject {
        fn o(&self) {}
    }
    pub trait OfPath {
        fn p() {}
    }
    pub trait Associated {
        type Out;
    }
    pub mod m {
        pub fn by_module() {}
        pub mod n {
            pub fn by_inner() {}
        }
    }
    pub type Alias = u32;
    pub struct InArguments;
    pub struct InCast;
    pub struct Handed;
}
use a::Alias;
use a::Associated;
use a::IN_BODY;
use a::IN_LENGTH;
use a::IN_PATTERN;
use a::IN_TEXT;
use a::InArguments;
use a::InBound;
use a::InImpl;
use a::InObject;
use a::InPattern;
use a::InType;
use a::InValue;
use a::Kind::{self, P, Q};
use a::OfPath;
use a::as_value;
use a::called;
use a::m;
use a::m::n as inner;
use core::fmt;
use core::fmt::Debug;
use std::ops::Add;

pub struct Holds(InType, [u8; IN_LENGTH]);
pub fn values(k: Kind) -> u32 {
    let _ = InValue;
    called();
    let f: fn() = as_value;
    f();
    m::by_module();
    inner::by_inner();
    println!("{IN_TEXT} {}", IN_BODY);
    let InPattern { x } = InPattern { x: 1 };
    let _ = core::mem::size_of::<InArguments>();
    let _ = x as Alias;
    match k {
        P => 1,
        Q(IN_PATTERN) => 2,
        Q(_) => 3,
    }
}
pub fn bounds<T: InBound>(_: T, o: &dyn InObject) {
    o.o();
}
impl InImpl for u32 {}
impl OfPath for u32 {}
pub fn paths() {
    <u32 as OfPath>::p();
}
pub fn associated<T>(_: T::Out)
where
    T: Associated,
{
}
#[derive(Debug)]
pub struct Derived;
impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "x")
    }
}
impl Add for Derived {
    type Output = u32;
    fn add(self, _: Self) -> u32 {
        1
    }
}
mod hands_on {
    use super::a::Handed;
    pub mod below {
        use super::Handed;
        pub fn takes(_: &Handed) {}
    }
}
mod generic {
    use super::a::InType as T1;
    use super::a::InValue as T2;
    pub fn g<T>(x: Option<T>) -> Option<T> {
        x
    }
    pub fn h() {
        g::<T1>(None);
        let _: Vec<T2>;
    }
    pub struct Vec<T>(pub T);
}
mod shadows {
    use super::a::InType as Option;
    pub fn f(_: Option) {}
}
