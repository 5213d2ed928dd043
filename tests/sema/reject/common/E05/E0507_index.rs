pub struct V(f32);
pub fn f(w: &[V]) -> f32 {
    let v = w[0];
    v.0
}
