pub fn f() -> u32 {
    let r;
    {
        let x = 5;
        r = &x;
    }
    *r
}
