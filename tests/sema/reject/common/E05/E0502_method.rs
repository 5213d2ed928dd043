pub struct P {
    x: [f32; 4],
}
impl P {
    fn first(&self) -> &f32 {
        &self.x[0]
    }
    fn set(&mut self, v: f32) {
        self.x[1] = v;
    }
}
pub fn f(p: &mut P) -> f32 {
    let a = p.first();
    p.set(1.0);
    *a
}
