pub struct V(f32);
pub struct W {
    v: V,
}
pub fn f(w: &W) -> f32 {
    let v = w.v;
    v.0
}
