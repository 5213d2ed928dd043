use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() -> S {
    S { x: 1, x: 2 } //~ E0062 field `x` specified more than once
}
