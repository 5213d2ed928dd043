use rustg_std::prelude::*;

fn f() -> u32 {
    let mut x = 1;
    let a = &x;
    let b = &mut x; //~ E0502 cannot borrow `x` as mutable because it is also borrowed as immutable
    *b = 3;
    *a
}
