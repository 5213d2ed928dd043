pub struct P {
    width: f32,
}
pub fn f(p: P) -> f32 {
    let P { widht } = p;
    widht
}
