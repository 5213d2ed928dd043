fn q() -> impl Copy {
    1u8
}
pub fn f(b: bool) -> impl Copy {
    if b {
        let x: u8 = f(false);
    }
    1u16
}
pub fn g(b: bool) -> impl Copy {
    if b {
        return 1u16;
    }
    let x: u8 = g(true);
    x
}
pub fn h() {
    let x: u8 = q();
    let p: &u8 = &q();
    let mut a = q();
    a = 2u8;
    let t: (u8, u8) = (q(), 1);
}
