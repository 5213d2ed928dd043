// Lints that are forbidden around the attribute that allows them. A group that is forbidden may be allowed.
#![forbid(unused_variables, unsafe_code)]
#![forbid(nonstandard_style)]
use rustg_std::prelude::*;

#[allow(unused_variables)] //~ E0453 allow(unused_variables) incompatible with previous forbid
fn a(x: u32) {}

mod inner {
    pub fn b() -> u32 {
        #[warn(unsafe_code)] //~ E0453 warn(unsafe_code) incompatible with previous forbid
        let y = 1;
        y
    }
    #[allow(unused)] //~ E0453 allow(unused) incompatible with previous forbid
    #[allow(nonstandard_style, non_snake_case)]
    pub fn Loud() {}
}

#[allow(dead_code)]
#[deny(unused_variables)]
#[forbid(dead_code)]
#[expect(dead_code)] //~ E0453 expect(dead_code) incompatible with previous forbid
fn c() {}

macro_rules! allowed {
    ($name:ident) => {
        #[allow(unused_variables)] //~ E0453 allow(unused_variables) incompatible with previous forbid
        fn $name(z: u32) {}
    };
}
allowed!(d);

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let i = thread::index();
    #[forbid(unused_mut)]
    {
        #[allow(unused_mut)] //~ E0453 allow(unused_mut) incompatible with previous forbid
        let mut a = 1;
        out[i] = a;
    }
    #[allow(unused_mut)]
    let mut b = inner::b();
    out[i] += b;
}
mod children {
    #[allow(unused)] //~ E0453 allow(unused) incompatible with previous forbid
    pub fn e() {}
}
#[allow(some_future_lint)]
#[forbid(some_future_lint, let_underscore_drop)]
#[allow(some_future_lint)]
mod later {
    #[allow(let_underscore)] //~ E0453 allow(let_underscore) incompatible with previous forbid
    pub fn f() {}
}
macro_rules! plain {
    ($name:ident) => {
        fn $name() {}
    };
}
#[allow(unused_variables)]
plain!(g);
