pub fn f(n: u32) -> u32 {
    let mut t = 0;
    for i in n {
        t += i;
    }
    t
}
