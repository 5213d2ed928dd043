use rustg_std::prelude::*;

fn f(x: f32) -> u32 {
    x //~ E0308 mismatched types
}
