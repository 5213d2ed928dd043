pub struct V(f32);
fn take(v: V) -> f32 {
    v.0
}
pub fn f(v: V, n: u32) -> f32 {
    let mut t = 0.0;
    for _ in 0..n {
        t += take(v);
    }
    t
}
