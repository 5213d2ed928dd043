pub struct V(f32);
pub fn f(v: &V) -> V {
    *v
}
