use rustg_std::prelude::*;

fn f() -> u32 {
    let mut x = 1;
    let a = &mut x;
    let b = x; //~ E0503 cannot use `x` because it was mutably borrowed
    *a = 2;
    b
}
