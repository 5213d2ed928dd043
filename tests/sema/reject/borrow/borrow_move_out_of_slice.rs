use rustg_std::prelude::*;

struct S;
fn f(s: &[S]) -> S {
    s[0] //~ E0508 cannot move out of type `[S]`, a non-copy slice
}
