use rustg_std::prelude::*;

fn f() {
    let a: [u32; 3] = [1, 2]; //~ E0308 mismatched types
}
