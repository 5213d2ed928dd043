pub trait T {
    fn g(x: u32);
}
pub struct R;

impl T for R {
    fn g(x: i32) {}
}
