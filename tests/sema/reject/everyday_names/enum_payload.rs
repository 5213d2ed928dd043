// A variant without its payload.
enum Shape {
    Sphere(f32),
    Plane,
}
fn size(s: Shape) -> f32 {
    match s {
        Shape::Sphere => 1.0, //~ E0532 expected unit struct, unit variant or constant, found tuple variant `Shape::Sphere`
        Shape::Plane => 0.0,
    }
}
