use rustg_std::prelude::*;

fn f(a: [bool; 3], b: [bool; 2], c: [bool; 40000], d: bool, e: i8) {
    match a { //~ E0004 non-exhaustive patterns: `[false, ..]` not covered
        [true, ..] => {}
    }
    match a { //~ E0004 non-exhaustive patterns: `[.., false, _]` not covered
        [.., true, _] => {}
    }
    match b { //~ E0004 non-exhaustive patterns: `[true, true]` and `[false, true]` not covered
        [true, false] | [false, false] => {}
    }
    match b { //~ E0004 non-exhaustive patterns: `[..]` not covered
        _ if d => {}
    }
    match c { //~ E0004 non-exhaustive patterns: `[false, .., false]` not covered
        [true, ..] | [.., true] => {}
    }
    match d { //~ E0004 non-exhaustive patterns: `true` and `false` not covered
        _ if a[0] => {}
    }
    match e { //~ E0004 non-exhaustive patterns: `i8::MIN..=i8::MAX` not covered
        _ if d => {}
    }
}
