use rustg_std::prelude::*;

fn f() -> u32 {
    let mut x = 1;
    let a = &x;
    x = 2; //~ E0506 cannot assign to `x` because it is borrowed
    *a
}
