use rustg_std::prelude::*;

fn f(a: u32, a: u32) {} //~ E0415 identifier `a` is bound more than once in this parameter list
