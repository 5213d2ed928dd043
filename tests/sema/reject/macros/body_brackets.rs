// Behind a `$` in a body stands a name or a parenthesis.
macro_rules! count {
    ($($i:ident),*) => {
        $[count($i)] //~ - expected `(` or `{`, found `[`
    };
}
pub fn f() -> u32 {
    count!(a, b)
}
