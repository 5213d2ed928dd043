pub struct V(f32);
fn make() -> V {
    V(1.0)
}
pub fn f() -> f32 {
    let r: &f32;
    r = &make().0;
    *r
}
