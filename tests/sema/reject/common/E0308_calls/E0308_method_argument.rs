pub struct P {
    x: f32,
}
impl P {
    fn scale(&mut self, by: f32) {
        self.x *= by;
    }
}
pub fn f(p: &mut P, n: u32) {
    p.scale(n);
}
