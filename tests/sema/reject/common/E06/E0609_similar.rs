pub struct P {
    width: f32,
    height: f32,
}
pub fn f(p: &P) -> f32 {
    p.widht * p.height
}
