pub fn f() {
    let mut x = 1;
    let a = &mut x;
    let b = &mut x;
    *a += 1;
    *b += 1;
}
