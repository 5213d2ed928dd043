use rustg_std::prelude::*;

fn f() {
    let x = 1;
    let r = &mut x; //~ E0596 cannot borrow `x` as mutable, as it is not declared as mutable
}
