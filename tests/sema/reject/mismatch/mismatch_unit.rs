use rustg_std::prelude::*;

fn g() {}
fn f() -> u32 {
    g() //~ E0308 mismatched types
}
