pub fn f(x: &u32) {
    *x = 1;
}
