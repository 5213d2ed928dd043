use rustg_std::prelude::*;

fn f() {
    let mut a = 1u32;
    a = 2.0f32; //~ E0308 mismatched types
}
