pub trait T {}
pub struct R;

impl T for R {
    fn g() {}
}
