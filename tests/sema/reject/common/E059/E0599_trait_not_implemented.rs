pub trait Area {
    fn area(&self) -> f32;
}
pub struct S;
pub fn f(s: &S) -> f32 {
    s.area()
}
