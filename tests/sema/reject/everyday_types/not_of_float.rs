// The negation of an unsigned number.
fn minus(x: u32) -> u32 {
    -x //~ E0600 cannot apply unary operator `-` to type `u32`
}
