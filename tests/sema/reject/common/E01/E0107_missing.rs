pub struct P<T> {
    x: T,
}
pub fn f(p: P) -> f32 {
    p.x
}
