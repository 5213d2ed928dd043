use rustg_std::prelude::*;

fn f(n: u32) {
    n(1); //~ E0618 expected function, found `u32`
}
