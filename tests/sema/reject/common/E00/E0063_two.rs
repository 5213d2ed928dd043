pub struct P {
    a: f32,
    b: f32,
    c: f32,
}
pub fn f() -> P {
    P { a: 1.0 }
}
