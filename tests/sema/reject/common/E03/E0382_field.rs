pub struct V(f32);
pub struct W {
    v: V,
}
fn take(v: V) -> f32 {
    v.0
}
pub fn f(w: W) -> f32 {
    take(w.v) + take(w.v)
}
