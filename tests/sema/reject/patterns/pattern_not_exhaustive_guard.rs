use rustg_std::prelude::*;

fn f(n: bool) {
    match n { //~ E0004 non-exhaustive patterns: `false` not covered
        true => {}
        false if n => {}
    }
}
