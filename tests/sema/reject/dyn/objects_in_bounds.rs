// Objects in bounds are of dyn compatible traits, whose methods ask nothing of Self but auto traits.
pub trait Static {
    fn make();
}
pub trait Of<T: ?Sized> {}
pub trait Above: Of<dyn Static> {} //~ E0038 the trait `Static` is not dyn compatible
pub fn f()
where
    for<'a> &'a [dyn Static]:, //~ E0038 the trait `Static` is not dyn compatible
{
}
pub trait Other {}
pub trait Asks {
    fn asks(&self)
    where
        Self: Other;
}
pub trait Auto {
    fn asks(&self)
    where
        Self: Send;
}
pub fn g(_: &dyn Asks) {} //~ E0038 the trait `Asks` is not dyn compatible
pub fn h(_: &dyn Auto) {}
