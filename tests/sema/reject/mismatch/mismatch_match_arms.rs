use rustg_std::prelude::*;

fn f(n: u32) -> u32 {
    match n {
        0 => 1,
        _ => true, //~ E0308 `match` arms have incompatible types
    }
}
