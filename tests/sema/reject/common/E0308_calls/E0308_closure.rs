pub fn f(n: u8) -> u8 {
    let c = |x: u8| x + n;
    let d: u8 = c;
    let e: u8 = || 3;
    let mut same = |x: u8| x;
    same = |y: u8| y + 1;
    same(d + e)
}
