pub fn f(n: u32) -> u32 {
    n += 1;
    n
}
