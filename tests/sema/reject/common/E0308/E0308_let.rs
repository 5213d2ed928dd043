pub fn f(n: usize) -> i32 {
    let i: i32 = n;
    i
}
