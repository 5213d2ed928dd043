pub struct P {
    x: f32,
}
impl P {
    pub fn get(&self) -> f32 {
        x
    }
}
