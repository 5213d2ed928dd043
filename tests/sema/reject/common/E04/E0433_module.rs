mod maths {
    pub fn twice(x: f32) -> f32 {
        x + x
    }
}
pub fn f(x: f32) -> f32 {
    math::twice(x)
}
