pub struct V(f32);
pub struct W {
    a: V,
    b: V,
}
fn take(v: V) -> f32 {
    v.0
}
fn whole(w: W) -> f32 {
    w.a.0 + w.b.0
}
pub fn f(w: W) -> f32 {
    take(w.a) + whole(w)
}
