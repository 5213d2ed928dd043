pub fn f(c: bool) -> u32 {
    if c {
        let inner = 1;
        let _ = inner;
    }
    inner
}
