pub trait Shape {
    fn area(&self) -> f32;
    fn scale(&mut self, by: f32);
}
pub struct S(f32);
impl Shape for S {
    fn area(&self) -> f32 {
        self.0
    }
}
