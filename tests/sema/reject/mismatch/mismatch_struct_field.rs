use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() -> S {
    S { x: true } //~ E0308 mismatched types
}
