use rustg_std::prelude::*;

fn f() {
    let a: bool = 1; //~ E0308 mismatched types
}
