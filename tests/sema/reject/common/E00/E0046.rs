pub trait T {
    fn g();
}
pub struct R;

impl T for R {}
