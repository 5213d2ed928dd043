pub fn f(a: u32) {
    a
}
