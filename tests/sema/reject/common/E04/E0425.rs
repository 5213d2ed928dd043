pub fn f() -> u32 {
    let total = 1;
    totl
}
