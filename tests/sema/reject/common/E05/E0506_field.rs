pub struct P {
    x: f32,
}
pub fn f(mut p: P) -> f32 {
    let r = &p.x;
    p.x = 2.0;
    *r
}
