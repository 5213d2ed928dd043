pub fn f() -> u32 {
    let x: u32 = 1.5;
    x
}
