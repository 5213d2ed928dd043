pub fn f(mut x: u32) -> u32 {
    let r = &mut x;
    let y = x + 1;
    *r = 2;
    y
}
