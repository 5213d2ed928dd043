pub fn f(c: bool, a: f32) -> f32 {
    let x = if c {
        a
    } else {
        1
    };
    x
}
