use rustg_std::prelude::*;

fn f(p: (u32, u32)) {
    let (a, b, c) = p; //~ E0308 mismatched types
}
