pub fn f(n: u32) -> u32 {
    fn inner() -> u32 {
        n + 1
    }
    inner()
}
