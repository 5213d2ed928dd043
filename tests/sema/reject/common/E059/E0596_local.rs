pub struct P {
    x: f32,
}
impl P {
    fn set(&mut self, x: f32) {
        self.x = x;
    }
}
pub fn f() -> f32 {
    let p = P { x: 0.0 };
    p.set(1.0);
    p.x
}
