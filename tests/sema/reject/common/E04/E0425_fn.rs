pub fn f() -> u32 {
    missing(3)
}
