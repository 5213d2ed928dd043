pub struct V {
    x: [f32; 2],
}
pub fn f(v: V) -> f32 {
    v[0]
}
