pub fn f() -> u32 {
    let x: u32;
    x
}
