use rustg_std::prelude::*;

fn f(c: bool) {
    let x = if c { 1u32 } else { 2.0f32 }; //~ E0308 `if` and `else` have incompatible types
}
