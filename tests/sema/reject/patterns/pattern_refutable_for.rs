use rustg_std::prelude::*;

fn f(a: [Option<u32>; 2]) {
    for Some(x) in a {} //~ E0005 refutable pattern in `for` loop binding
}
