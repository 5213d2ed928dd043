use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() {
    let s = S { x: 1 };
    s.x = 2; //~ E0594 cannot assign to `s.x`, as `s` is not declared as mutable
}
