pub fn f(o: Option<u32>) -> u32 {
    o? + 1
}
