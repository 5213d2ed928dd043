pub fn f() {
    break;
}
