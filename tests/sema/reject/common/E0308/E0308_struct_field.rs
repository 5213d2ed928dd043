pub struct P {
    pub x: f32,
    pub n: u32,
}
pub fn f(n: i64) -> P {
    P { x: 1.0, n: n }
}
