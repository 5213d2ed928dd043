// No arms for a type that has values.
pub fn f(x: u32) -> u32 {
    match x {} //~ E0004 non-exhaustive patterns: type `u32` is non-empty
}

enum Side {
    Left,
    Right(bool),
}

pub fn g() -> u32 {
    match Side::Left { //~ E0004 non-exhaustive patterns: `Side::Left` and `Side::Right(_)` not covered
    }
}

pub fn h(s: &Option<u8>, t: (bool, bool), a: [bool; 2], b: &[u8]) -> u32 {
    match s { //~ E0004 non-exhaustive patterns: `&Some(_)` not covered
        None => 1,
    };
    match t { //~ E0004 non-exhaustive patterns: `(false, false)` not covered
        (true, _) => 1,
        (_, true) => 2,
    };
    match a { //~ E0004 non-exhaustive patterns: `[false, true]` not covered
        [true, _] | [_, false] => 1,
    };
    match b { //~ E0004 non-exhaustive patterns: `&[_]` not covered
        [] => 0,
        [_, _, ..] => 2,
    };
    match Side::Right(true) { //~ E0004 non-exhaustive patterns: `Side::Right(true)` not covered
        Side::Left => 1,
        Side::Right(false) => 2,
    }
}
