use rustg_std::prelude::*;

fn f(a: u32, b: f32) -> bool {
    a < b //~ E0308 mismatched types
}
