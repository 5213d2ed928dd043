pub struct Matrix {
    x: f32,
}
pub fn f(m: &Matrx) -> f32 {
    m.x
}
