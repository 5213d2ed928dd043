// `_` is no value.
pub fn f(a: u32) -> u32 {
    let b = _; //~ - in expressions, `_` can only be used on the left-hand side of an assignment
    a + _ //~ - in expressions, `_` can only be used on the left-hand side of an assignment
}
