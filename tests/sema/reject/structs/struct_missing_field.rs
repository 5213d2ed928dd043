use rustg_std::prelude::*;

struct S {
    x: u32,
    y: u32,
}
fn f() -> S {
    S { x: 1 } //~ E0063 missing field `y` in initializer of `S`
}
