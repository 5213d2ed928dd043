use rustg_std::prelude::*;

struct S;
impl S {
    fn g() {}
}
fn f(s: S) {
    s.g(); //~ E0599 no method named `g` found for struct `S` in the current scope
}
