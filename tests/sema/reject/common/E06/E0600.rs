pub fn f(x: &str) -> bool {
    !x
}
