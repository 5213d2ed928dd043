use rustg_std::prelude::*;

fn f(p: Option<u32>) {
    match p { //~ E0004 non-exhaustive patterns: `None` not covered
        Some(_) => {}
    }
}
