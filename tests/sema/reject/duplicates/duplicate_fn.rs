use rustg_std::prelude::*;

fn a() {}
fn a() {} //~ E0428 the name `a` is defined multiple times
