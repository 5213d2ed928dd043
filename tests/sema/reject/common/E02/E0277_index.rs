pub fn f(a: &[u32], i: u32) -> u32 {
    a[i]
}
