use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() -> S {
    S { x: 1, z: 2 } //~ E0560 struct `S` has no field named `z`
}
