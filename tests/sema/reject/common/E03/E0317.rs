pub fn f(c: bool) -> u32 {
    if c { 1 }
}
