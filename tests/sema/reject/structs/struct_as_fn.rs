use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() -> S {
    S(1) //~ E0423 expected function, tuple struct or tuple variant, found struct `S`
}
