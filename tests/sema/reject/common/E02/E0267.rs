pub fn f() {
    let c = || break;
    c();
}
