// Arguments of macros.
pub fn f(n: u32) {
    assert_eq!(n); //~ - unexpected end of macro invocation
    assert!(); //~ - macro requires a boolean expression as an argument
    panic!("{} {}", n); //~ - 2 positional arguments in format string, but there is 1 argument
}
