pub fn f(x: u32) -> bool {
    x as bool
}
