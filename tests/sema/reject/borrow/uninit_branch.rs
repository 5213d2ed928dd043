use rustg_std::prelude::*;

fn f(c: bool) -> u32 {
    let x;
    if c {
        x = 1;
    }
    x //~ E0381 used binding `x` is possibly-uninitialized
}
