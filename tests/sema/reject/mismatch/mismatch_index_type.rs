use rustg_std::prelude::*;

fn f(a: &[f32], i: u32) -> f32 {
    a[i] //~ E0277 the type `[f32]` cannot be indexed by `u32`
}
