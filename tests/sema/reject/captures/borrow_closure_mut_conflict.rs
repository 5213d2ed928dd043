use rustg_std::prelude::*;

fn f() {
    let mut n = 1;
    let mut g = || n += 1;
    n = 5; //~ E0506 cannot assign to `n` because it is borrowed
    g();
}
