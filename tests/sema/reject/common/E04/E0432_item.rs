mod maths {
    pub fn twice(x: f32) -> f32 {
        x + x
    }
}
use maths::twise;
pub fn f(x: f32) -> f32 {
    twise(x)
}
