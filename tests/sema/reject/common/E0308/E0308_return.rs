pub fn f(a: i32) -> u64 {
    a
}
