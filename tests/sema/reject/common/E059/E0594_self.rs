pub struct P {
    x: f32,
}
impl P {
    pub fn set(&self, x: f32) {
        self.x = x;
    }
}
