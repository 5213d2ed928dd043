use rustg_std::prelude::*;

fn f(x: f32) -> *const u32 {
    x as *const u32 //~ E0606 casting `f32` as `*const u32` is invalid
}
