pub struct P {
    x: f32,
}
pub fn f(p: Option<P>) -> f32 {
    p.x
}
