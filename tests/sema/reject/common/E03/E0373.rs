pub fn f(x: u32) -> impl Fn() -> u32 {
    || x + 1
}
