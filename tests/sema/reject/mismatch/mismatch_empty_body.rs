use rustg_std::prelude::*;

fn f() -> u32 {} //~ E0308 mismatched types
