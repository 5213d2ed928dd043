use rustg_std::prelude::*;

fn f(s: &[u32]) {
    match s { //~ E0004 non-exhaustive patterns: `&[_, _]` not covered
        [] => {}
        [a] => {}
        [a, b, c, ..] => {}
    }
}
