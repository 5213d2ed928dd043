use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f(s: S) {
    let S { z, .. } = s; //~ E0026 struct `S` does not have a field named `z`
}
