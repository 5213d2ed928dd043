use rustg_std::prelude::*;

fn f(c: bool) -> u32 {
    if c { //~ E0317 `if` may be missing an `else` clause
        1
    }
}
