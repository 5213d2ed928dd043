pub enum Shape {
    Circle { r: f32 },
    Square(f32),
    Point,
}
pub fn f(s: &Shape) -> f32 {
    match s {
        Shape::Circle { r } => *r,
    }
}
