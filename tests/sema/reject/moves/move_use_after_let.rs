use rustg_std::prelude::*;

struct S {
    x: u32,
}
fn f() -> u32 {
    let s = S { x: 1 };
    let t = s;
    s.x //~ E0382 use of moved value: `s`
}
