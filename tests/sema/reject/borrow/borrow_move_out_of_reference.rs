use rustg_std::prelude::*;

struct S;
fn f(s: &S) -> S {
    *s //~ E0507 cannot move out of `*s` which is behind a shared reference
}
