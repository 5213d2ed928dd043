pub struct P {
    width: f32,
}
pub fn f() -> P {
    P { widht: 1.0 }
}
