pub struct P {
    x: f32,
}
impl P {
    fn set(&mut self, x: f32) {
        self.x = x;
    }
}
pub fn f(p: &P) {
    p.set(1.0);
}
