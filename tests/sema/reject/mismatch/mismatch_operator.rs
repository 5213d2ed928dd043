use rustg_std::prelude::*;

fn f(a: u32, b: f32) -> u32 {
    a + b //~ E0277 cannot add `f32` to `u32`
}
