pub trait T {
    fn g(&self, a: f32) -> f32;
}
pub struct S;
impl T for S {
    fn g(&self) -> f32 {
        1.0
    }
}
