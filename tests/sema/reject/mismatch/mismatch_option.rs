use rustg_std::prelude::*;

fn f() -> Option<u32> {
    1 //~ E0308 mismatched types
}
