pub fn f() -> u32 {
    let mut n = 1;
    let show = || n + 1;
    n += 2;
    show()
}
