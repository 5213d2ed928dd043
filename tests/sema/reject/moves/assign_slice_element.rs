use rustg_std::prelude::*;

fn f(a: &[u32]) {
    a[0] = 1; //~ E0594 cannot assign to `a[_]`, which is behind a `&` reference
}
