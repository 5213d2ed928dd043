pub struct P {
    x: &'a f32,
}
