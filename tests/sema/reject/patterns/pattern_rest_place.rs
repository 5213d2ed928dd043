// `..` stands only in patterns with several parts.
pub fn f(x: u32) -> u32 {
    match x {
        .. => 1, //~ - `..` patterns are not allowed here
    }
}
