use rustg_std::prelude::*;

struct S;
fn f(s: S) -> u32 {
    s as u32 //~ E0605 non-primitive cast: `S` as `u32`
}
