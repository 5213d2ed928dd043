pub fn f(a: bool, b: bool) -> u32 {
    match (a, b) {
        (true, _) => 1,
        (false, true) => 2,
    }
}
