use rustg_std::prelude::*;

fn f() {
    let mut n = 1;
    let g = || n += 1;
    g(); //~ E0596 cannot borrow `g` as mutable, as it is not declared as mutable
}
