pub fn f() {
    let x = 1;
    let y = &mut x;
    *y = 2;
}
