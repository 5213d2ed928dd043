#[derive(Clone)]
pub struct V(f32);
pub fn f(v: V) -> f32 {
    let a = v;
    a.0 + v.0
}
