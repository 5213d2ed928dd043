use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn eat(s: S) {}
fn f() -> u32 {
    let s = S { x: 1 };
    let r = &s.x;
    eat(s); //~ E0505 cannot move out of `s` because it is borrowed
    *r
}
