pub fn f(n: u32) -> u32 {
    for i in 0..n {
        break 'outer;
    }
    n
}
