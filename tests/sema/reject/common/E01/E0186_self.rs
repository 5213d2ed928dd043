pub trait T {
    fn g(&self) -> f32;
}
pub struct S;
impl T for S {
    fn g() -> f32 {
        1.0
    }
}
