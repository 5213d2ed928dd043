pub struct V {
    x: f32,
}
pub fn f() -> V {
    V
}
