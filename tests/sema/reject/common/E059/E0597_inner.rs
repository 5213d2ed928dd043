pub fn f() -> f32 {
    let r;
    {
        let x = 1.0;
        r = &x;
    }
    *r
}
