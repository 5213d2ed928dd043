use rustg_std::prelude::*;

fn f(n: u32) {
    for k in n {} //~ E0277 `u32` is not an iterator
}
