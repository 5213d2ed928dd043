pub struct P {
    x: f32,
    x: u32,
}
