pub fn f() -> u32 {
    Colour::new()
}
