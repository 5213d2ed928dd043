pub struct P {
    x: f32,
}
pub fn f(p: &P) -> f32 {
    p.x()
}
