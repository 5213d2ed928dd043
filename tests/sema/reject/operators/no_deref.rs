use rustg_std::prelude::*;

fn f(a: u32) -> u32 {
    *a //~ E0614 type `u32` cannot be dereferenced
}
