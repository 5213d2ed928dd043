pub fn f(n: u32) -> u32 {
    let mut t = 0;
    for i in 0..n {
        i += 1;
        t += i;
    }
    t
}
