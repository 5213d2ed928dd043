use rustg_std::prelude::*;

fn f((0, x): (u32, u32)) {} //~ E0005 refutable pattern in function argument
