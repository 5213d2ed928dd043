use rustg_std::prelude::*;

fn f(n: (u32, u32)) {
    match n {
        (a, 0) | (0, b) => {} //~ E0408 variable `b` is not bound in all patterns //~ E0408 variable `a` is not bound in all patterns
        _ => {}
    }
}
