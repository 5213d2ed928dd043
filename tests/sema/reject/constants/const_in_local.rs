use rustg_std::prelude::*;

fn f(n: usize) {
    let a = [0u32; n]; //~ E0435 attempt to use a non-constant value in a constant
}
