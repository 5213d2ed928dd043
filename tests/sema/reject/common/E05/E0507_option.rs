pub struct V(f32);
pub struct W {
    v: Option<V>,
}
pub fn f(w: &W) -> f32 {
    match w.v {
        Some(v) => v.0,
        None => 0.0,
    }
}
