pub fn f() -> u8 {
    let x: u8 = 256;
    let y: i8 = 200;
    x + y as u8
}
