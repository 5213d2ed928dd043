use rustg_std::prelude::*;

fn f(n: u32) -> char {
    n as char //~ E0604 only `u8` can be cast as `char`, not `u32`
}
