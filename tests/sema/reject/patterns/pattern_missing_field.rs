use rustg_std::prelude::*;

struct S {
    x: u32,
    y: u32,
}
fn f(s: S) {
    let S { x } = s; //~ E0027 pattern does not mention field `y`
}
