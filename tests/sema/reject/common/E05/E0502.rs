pub fn f() {
    let mut a = [1, 2, 3];
    let first = &a[0];
    a[1] = *first;
    let s = &a;
    let m = &mut a;
    m[0] = 1;
    let _ = s[0];
}
