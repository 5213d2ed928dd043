pub struct P {
    x: f32,
}
pub fn f<'a>() -> &'a P {
    let p = P { x: 1.0 };
    &p
}
