fn sum<const N: usize>(x: [f32; N], y: [f32; N]) -> f32 {
    x[0] + y[0]
}
pub fn f() -> f32 {
    sum([1.0, 2.0], [1.0, 2.0, 3.0])
}
