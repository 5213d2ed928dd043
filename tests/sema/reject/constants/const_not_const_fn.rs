use rustg_std::prelude::*;

fn g() -> usize {
    3
}
const N: usize = g(); //~ E0015 cannot call non-const function `g` in constants
