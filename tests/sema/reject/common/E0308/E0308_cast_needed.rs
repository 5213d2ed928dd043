pub fn f(x: &[f32], i: i32) -> f32 {
    let n: f32 = x.len();
    n + i as f32
}
