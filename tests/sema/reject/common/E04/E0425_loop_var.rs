pub fn f(n: u32) -> u32 {
    for i in 0..n {
        let _ = i;
    }
    i
}
