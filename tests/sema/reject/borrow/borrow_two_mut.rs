use rustg_std::prelude::*;

fn f() {
    let mut x = 1;
    let a = &mut x;
    let b = &mut x; //~ E0499 cannot borrow `x` as mutable more than once at a time
    *a = 2;
    *b = 3;
}
