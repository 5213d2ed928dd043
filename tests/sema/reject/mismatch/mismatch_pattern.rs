use rustg_std::prelude::*;

fn f(n: u32) {
    match n {
        true => {} //~ E0308 mismatched types
        _ => {}
    }
}
