pub struct P {
    x: f32,
}
impl P {
    pub fn get() -> f32 {
        self.x
    }
}
