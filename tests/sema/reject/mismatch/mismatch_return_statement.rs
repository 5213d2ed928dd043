use rustg_std::prelude::*;

fn f(x: f32) -> u32 {
    return x; //~ E0308 mismatched types
}
