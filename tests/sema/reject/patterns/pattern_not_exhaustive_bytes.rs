use rustg_std::prelude::*;

fn f(b: &[u8]) {
    match b { //~ E0004 non-exhaustive patterns: `&[_]` and `&[_, _, _, ..]` not covered
        b"ab" => {}
        b"" => {}
        [_, _] => {}
    }
}

fn g(b: &[u8; 1]) {
    match b { //~ E0004 non-exhaustive patterns: `&[0_u8..=96_u8]` and `&[98_u8..=u8::MAX]` not covered
        b"a" => {}
    }
}
