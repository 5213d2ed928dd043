pub struct P {
    x: f32,
}
impl P {
    fn add(&mut self, a: f32, b: f32) {
        self.x += a + b;
    }
}
pub fn f(p: &mut P) {
    p.add(1.0);
}
