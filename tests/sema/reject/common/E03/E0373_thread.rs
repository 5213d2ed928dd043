pub fn f(n: u32) -> impl Fn(u32) -> u32 {
    |x| x + n
}
