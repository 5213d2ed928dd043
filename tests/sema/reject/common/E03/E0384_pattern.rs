pub fn f(p: (u32, u32)) -> u32 {
    let (a, b) = p;
    a += b;
    a
}
