mod shapes {
    pub trait Area {
        fn area(&self) -> f32;
    }
    pub struct Square(pub f32);
    impl Area for Square {
        fn area(&self) -> f32 {
            self.0
        }
    }
}
pub fn f(s: &shapes::Square) -> f32 {
    s.area()
}
