// What a C string is of is told where it is none.
pub fn f(x: &str) -> bool {
    matches!(x, c"a") //~ E0308 mismatched types
}
pub fn g() {
    c"a".method(); //~ E0599 no method named `method` found for reference `&'static CStr` in the current scope
    b"ab".method(); //~ E0599 no method named `method` found for reference `&'static [u8; 2]` in the current scope
}
