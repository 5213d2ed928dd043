pub struct V {
    x: f32,
}
pub fn f(a: V, b: V) -> bool {
    a < b
}
