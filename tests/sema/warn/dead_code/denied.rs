// An attribute makes an error of it, and the group counts as the lint does.
#![warn(unused)]
#[deny(dead_code)]
mod strict {
    fn f() {} //~ dead_code function `f` is never used
    struct S; //~ dead_code struct `S` is never constructed
}
#[deny(warnings)]
fn g() {} //~ dead_code function `g` is never used
fn h() {} //~ dead_code function `h` is never used
struct Mixed {
    a: u32, //~ dead_code fields `a` and `c` are never read
    #[deny(dead_code)]
    b: u32, //~ dead_code fields `b` and `d` are never read
    c: u32,
    #[deny(dead_code)]
    d: u32,
}
pub fn mixed() {
    let _ = Mixed { a: 1, b: 2, c: 3, d: 4 };
}
