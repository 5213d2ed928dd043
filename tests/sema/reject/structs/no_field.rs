use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f(s: S) -> u32 {
    s.y //~ E0609 no field `y` on type `S`
}
