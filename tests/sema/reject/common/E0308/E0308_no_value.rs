pub fn f(a: u32) -> u32 {
    if a > 2 {
        return 1;
    }
}
