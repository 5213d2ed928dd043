use rustg_std::prelude::*;

fn f(a: &'a u32) {} //~ E0261 use of undeclared lifetime name `'a`
