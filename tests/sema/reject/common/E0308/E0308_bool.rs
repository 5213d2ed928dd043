pub fn f(x: bool) -> u32 {
    x
}
