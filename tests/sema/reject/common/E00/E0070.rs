pub fn f() {
    1 = 2;
}
