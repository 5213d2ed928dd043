use rustg_std::prelude::*;

fn f(p: *const u32) -> u32 {
    *p //~ E0133 dereference of raw pointer is unsafe and requires unsafe block
}
