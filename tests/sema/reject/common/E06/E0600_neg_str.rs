pub fn f(x: bool) -> bool {
    -x
}
