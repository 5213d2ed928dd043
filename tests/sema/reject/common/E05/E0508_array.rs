pub struct V(f32);
pub fn f(v: [V; 2]) -> V {
    v[0]
}
