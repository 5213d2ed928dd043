pub fn f(x: i32) -> bool {
    matches!(x, ..=5)
}
