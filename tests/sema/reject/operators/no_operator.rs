use rustg_std::prelude::*;

struct S;
fn f(a: S, b: S) {
    a + b; //~ E0369 cannot add `S` to `S`
}
