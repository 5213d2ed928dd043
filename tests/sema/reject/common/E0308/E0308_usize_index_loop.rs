pub fn f(n: u32) -> usize {
    let mut t: usize = 0;
    for i in 0..n {
        t += 1;
        t = i;
    }
    t
}
