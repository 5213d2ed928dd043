pub fn f() -> u32 {
    let mut n = 0;
    let add = || n += 1;
    add();
    n
}
