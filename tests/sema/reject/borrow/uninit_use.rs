use rustg_std::prelude::*;

fn f() -> u32 {
    let x: u32;
    x //~ E0381 used binding `x` isn't initialized
}
