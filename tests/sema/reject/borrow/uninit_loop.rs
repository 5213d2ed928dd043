use rustg_std::prelude::*;

fn f(n: u32) -> u32 {
    let x;
    while n > 0 {
        x = 1;
        break;
    }
    x //~ E0381 used binding `x` is possibly-uninitialized
}
