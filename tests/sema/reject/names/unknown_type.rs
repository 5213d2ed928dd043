use rustg_std::prelude::*;

fn f(a: Nothing) {} //~ E0425 cannot find type `Nothing` in this scope
