pub fn f() -> u32 {
    let x = 1;
    x = 2;
    x
}
