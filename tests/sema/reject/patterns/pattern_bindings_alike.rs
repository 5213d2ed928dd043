// Bindings of alternatives and lists.
fn twice(a: u32, a: u32) -> u32 { //~ E0415 identifier `a` is bound more than once in this parameter list
    a
}

pub fn f(p: (u32, u32), o: Option<(u32, u64)>) -> u32 {
    let add = |b: u32, b: u32| b; //~ E0415 identifier `b` is bound more than once in this parameter list
    match p {
        (y, y) => y, //~ E0416 identifier `y` is bound more than once in the same pattern
        (z, 1) | (_, _) => z, //~ E0408 variable `z` is not bound in all patterns
        _ => 1,
    }
}
