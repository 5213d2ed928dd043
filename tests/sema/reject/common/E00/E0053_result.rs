pub trait T {
    fn g(&self) -> f32;
}
pub struct S;
impl T for S {
    fn g(&self) -> u32 {
        1
    }
}
