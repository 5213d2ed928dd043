use rustg_std::prelude::*;

fn f(a: &u32) {
    *a = 1; //~ E0594 cannot assign to `*a`, which is behind a `&` reference
}
