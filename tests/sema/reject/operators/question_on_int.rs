use rustg_std::prelude::*;

fn f(n: u32) -> Option<u32> {
    Some(n?) //~ E0277 the `?` operator can only be applied to values that implement `Try`
}
