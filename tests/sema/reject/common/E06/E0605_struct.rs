pub struct V(f32);
pub fn f(v: V) -> f32 {
    v as f32
}
