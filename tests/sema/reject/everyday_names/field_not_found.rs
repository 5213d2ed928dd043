// A field that a struct has not.
#[derive(Clone, Copy)]
struct Float3 {
    x: f32,
    y: f32,
    z: f32,
}
fn dot(a: Float3, b: Float3) -> f32 {
    a.x * b.x + a.y * b.y + a.w * b.w //~ E0609 no field `w` on type `Float3` //~ E0609 no field `w` on type `Float3`
}
