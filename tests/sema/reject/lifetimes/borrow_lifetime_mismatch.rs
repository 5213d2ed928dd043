use rustg_std::prelude::*;

fn f<'a, 'b>(a: &'a u32, b: &'b u32) -> &'a u32 {
    b //~ - lifetime may not live long enough
}
