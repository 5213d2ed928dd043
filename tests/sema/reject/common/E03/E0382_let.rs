pub struct V(f32);
pub fn f(v: V) -> f32 {
    let w = v;
    v.0 + w.0
}
