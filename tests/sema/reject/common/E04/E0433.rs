pub fn f() -> u32 {
    Missing::new()
}
