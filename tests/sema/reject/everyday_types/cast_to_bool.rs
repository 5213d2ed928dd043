// A bool from a number.
fn as_bool(n: u32) -> bool {
    n as bool //~ E0054 cannot cast `u32` as `bool`
}
