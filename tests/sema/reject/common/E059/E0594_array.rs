pub fn f() -> f32 {
    let x = [0.0; 4];
    x[1] = 2.0;
    x[1]
}
