use rustg_std::prelude::*;

fn f() {
    let a = [1u32, 2.0]; //~ E0308 mismatched types
}
