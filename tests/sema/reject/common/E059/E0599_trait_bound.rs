pub trait Area {
    fn area(&self) -> f32;
}
pub fn f<T>(t: &T) -> f32 {
    t.area()
}
