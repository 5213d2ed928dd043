pub fn f() -> u32 {
    let x: u32 = "3";
    x
}
