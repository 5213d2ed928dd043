pub fn f(x: u32, y: u32) -> u64 {
    x * y
}
