// A binding of alternatives is by value in all or by reference in all.
pub fn f(p: (u32, u32)) -> u32 {
    match p {
        (x, 1) | (2, ref x) => 1, //~ E0409 variable `x` is bound inconsistently across alternatives separated by `|`
        _ => 1,
    }
}
