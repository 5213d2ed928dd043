pub trait Shape {
    fn area(&self) -> f32;
}
pub struct R;
impl Shape for R {
    fn area(&self) -> f32 {
        1.0
    }
    fn perimeter(&self) -> f32 {
        2.0
    }
}
