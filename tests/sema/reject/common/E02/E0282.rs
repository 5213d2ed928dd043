pub fn f() {
    let x = None;
}
