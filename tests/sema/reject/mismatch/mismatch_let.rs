use rustg_std::prelude::*;

fn f() {
    let a: u32 = 1.5; //~ E0308 mismatched types
}
