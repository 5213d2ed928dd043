pub fn f(n: usize) -> f32 {
    let a = [0.0f32; n];
    a[0]
}
