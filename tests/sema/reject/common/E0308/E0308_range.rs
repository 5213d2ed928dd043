pub fn f(n: u32, m: usize) -> u32 {
    let mut t = 0;
    for i in 0..n {
        if i as usize == m {
            t = m;
        }
    }
    t
}
