use rustg_std::prelude::*;

fn f(p: (bool, bool)) {
    match p { //~ E0004 non-exhaustive patterns: `(false, false)` not covered
        (true, _) => {}
        (false, true) => {}
    }
}
