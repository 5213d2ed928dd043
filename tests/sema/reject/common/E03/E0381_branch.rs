pub fn f(c: bool) -> f32 {
    let x: f32;
    if c {
        x = 1.0;
    }
    x
}
