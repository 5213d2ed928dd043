use rustg_std::prelude::*;

fn f(a: u32, b: u64) -> u32 {
    a + b //~ E0308 mismatched types //~ E0277 cannot add `u64` to `u32`
}
