use rustg_std::prelude::*;

fn f(a: &u32, b: &u32) -> &u32 { //~ E0106 missing lifetime specifier
    a
}
