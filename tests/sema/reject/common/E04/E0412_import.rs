mod shapes {
    pub struct Circle(pub f32);
}
pub fn f(c: Circle) -> f32 {
    c.0
}
