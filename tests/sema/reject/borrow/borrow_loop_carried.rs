use rustg_std::prelude::*;

fn f(v: &mut [u32; 4]) {
    let mut last = &mut v[0];
    for k in 0..4 {
        last = &mut v[k];
    }
    *last = 1;
    let q = &mut v[1];
    let w = &mut v[2]; //~ E0499 cannot borrow `v[_]` as mutable more than once at a time
    *q = 1;
    *w = 2;
}
