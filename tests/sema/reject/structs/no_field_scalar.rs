use rustg_std::prelude::*;

fn f(n: u32) -> u32 {
    n.x //~ E0610 `u32` is a primitive type and therefore doesn't have fields
}
