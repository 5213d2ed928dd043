use rustg_std::prelude::*;

struct S;
fn f(a: S, b: S) -> bool {
    a == b //~ E0369 binary operation `==` cannot be applied to type `S`
}
