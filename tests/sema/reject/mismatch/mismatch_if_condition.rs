use rustg_std::prelude::*;

fn f(n: u32) {
    if n {} //~ E0308 mismatched types
}
