use rustg_std::prelude::*;

fn f(a: &[u32]) {
    for x in a {
        *x += 1; //~ E0594 cannot assign to `*x`, which is behind a `&` reference
    }
}
