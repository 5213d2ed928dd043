pub trait Area {
    fn area(&self) -> f32;
}
pub struct Square(f32);
impl Area for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}
pub struct Circle(f32);
fn total<A: Area>(a: &A) -> f32 {
    a.area()
}
pub fn f(c: &Circle) -> f32 {
    total(c)
}
