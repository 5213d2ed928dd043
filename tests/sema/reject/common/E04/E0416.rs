pub fn f(t: (u32, u32)) -> u32 {
    let (a, a) = t;
    a
}
