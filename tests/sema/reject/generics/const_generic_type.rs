use rustg_std::prelude::*;

struct A<const N: usize>;
fn f(a: A<true>) {} //~ E0308 mismatched types
