pub struct P {
    x: f32,
}
impl P {
    pub fn get(&self) -> f32 {
        self.x
    }
}
pub fn f(p: &P) -> f32 {
    p.get
}
