// A format string has no suffix.
pub fn f(x: u32) {
    assert!(x == 3, "no"y); //~ - suffixes on string literals are invalid
}
