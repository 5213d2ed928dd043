pub fn f(x: u32) -> Option<u32> {
    if x > 1 {
        return x;
    }
    None
}
