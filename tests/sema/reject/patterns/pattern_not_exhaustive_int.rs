use rustg_std::prelude::*;

fn f(n: u32) {
    match n { //~ E0004 non-exhaustive patterns: `6_u32..=u32::MAX` not covered
        0 => {}
        1..=5 => {}
    }
}
