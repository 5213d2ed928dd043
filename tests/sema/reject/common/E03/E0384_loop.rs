pub fn f(n: u32) -> u32 {
    let total = 0;
    for i in 0..n {
        total += i;
    }
    total
}
