pub fn f(n: u32) -> f32 {
    let x = match n {
        0 => 1.0f32,
        1 => 2u32,
        _ => 3.0,
    };
    x
}
