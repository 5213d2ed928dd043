use rustg_std::prelude::*;

fn f(n: u32) {
    for k in 0u64..n {} //~ E0308 mismatched types
}
